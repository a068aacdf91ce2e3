import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { AxeResults } from 'axe-core'
import type { Browser } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { chromiumPath, startBrowser, withBrowser } from './start-browser.ts'

const timeoutMs = 120_000
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

let system: TestSystem
let browser: Browser

beforeAll(async () => {
  if (chromiumPath === undefined) return
  system = await startTestSystem({})
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await system?.destroy()
}, 300_000)

withBrowser('/docs', () => {
  it.each([360, 1280])(
    'has no violation that axe-core finds and fits %d pixels, light and dark',
    async (width) => {
      // Allows axe-core itself to run.
      const context = await browser.newContext({ bypassCSP: true, viewport: { width, height: 800 } })
      context.setDefaultTimeout(timeoutMs)
      const page = await context.newPage()
      await page.goto(`${system.addresses.publicUrl}/docs`, { timeout: timeoutMs })
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      await page.addScriptTag({ path: axeFile })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const { violations } = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(rules)} })`)) as AxeResults
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      await context.close()
    },
    300_000,
  )

  it('sends no request to another origin, breaks no policy, and copies the first call', async () => {
    const origin = new URL(system.addresses.publicUrl).origin
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    context.setDefaultTimeout(timeoutMs)
    const page = await context.newPage()
    const asked: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.goto(`${system.addresses.publicUrl}/docs`, { timeout: timeoutMs })
    await page.getByRole('button', { name: 'Copy the first call' }).click()
    await page.getByText('the first call: copied.').waitFor({ state: 'attached' })
    const copied = await page.evaluate('navigator.clipboard.readText()')
    expect(copied).toContain(`curl -s -X POST ${origin}/api/v1/reports`)
    expect(new Set(asked)).toEqual(new Set([origin]))
    expect(complaints).toEqual([])
    await context.close()
  }, 300_000)
})
