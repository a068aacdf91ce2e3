import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { AxeResults } from 'axe-core'
import { HtmlValidate } from 'html-validate/node'
import type { Page } from 'playwright-core'
import { type PanelPages, startPanelPages } from './panel-pages.ts'
import { chromiumPath, withBrowser } from './start-browser.ts'
import { openAll, takeScreenshots, widths } from './take-screenshots.ts'

const timeoutMs = 120_000
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules of axe-core whose result depends on colours, which is all that differs in the dark. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']
const looks = [360, 1280, 1920].flatMap((width) => [
  { width, colorScheme: 'light' as const, runOnly: rules },
  { width, colorScheme: 'dark' as const, runOnly: rulesOfColours },
])

let panel: PanelPages

beforeAll(async () => {
  if (chromiumPath !== undefined) panel = await startPanelPages()
}, 300_000)

afterAll(async () => {
  await panel?.destroy()
}, 300_000)

/** What axe-core, which the page has loaded, finds in each look. */
async function violationsOf(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const { width, colorScheme, runOnly } of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(runOnly)} })`)) as AxeResults
    for (const { id, nodes } of violations) {
      const places = nodes.map(({ html }) => html).join(' | ')
      found.push(`${name}, ${width}, ${colorScheme}: ${id} at ${places.slice(0, 300)}`)
    }
  }
  return found
}

withBrowser('every page', () => {
  it('has no violation that axe-core finds, light and dark, narrow and wide', async () => {
    const found: string[] = []
    // Allows axe-core itself to run.
    await panel.onEvery({ bypassCSP: true }, async (page, name) => {
      await openAll(page)
      await page.addScriptTag({ path: axeFile })
      found.push(...(await violationsOf(page, name)))
    })
    expect(found).toEqual([])
  }, 1_800_000)

  it.each(['report', 'site-report'])(
    'of %s that is downloaded shows the same from a disk, without a request',
    async (name) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'pagebell-download-'))
      const file = join(folder.path, 'report.html')
      const owner = await panel.newContext('owner')
      const url = panel.pages.find((page) => page.name === name)?.url
      await writeFile(file, await (await owner.request.get(`${url}/report.html`)).body())
      await owner.close()
      const context = await panel.newContext('visitor', { bypassCSP: true })
      const page = await context.newPage()
      const requests: string[] = []
      const errors: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      page.on('console', (message) => errors.push(message.text()))
      const address = pathToFileURL(file).href
      await page.goto(address)
      await page.locator('svg.gauge').first().waitFor()
      await takeScreenshots(page, `${name}-download`)
      await page.addScriptTag({ path: axeFile })
      expect({ requests, errors, found: await violationsOf(page, name) }).toEqual({
        requests: [address],
        errors: [],
        found: [],
      })
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
      await context.close()
    },
    300_000,
  )

  it('fits phones, tablets and desktops', async () => {
    const tooWide: string[] = []
    await panel.onEvery({}, async (page, name) => {
      await takeScreenshots(page, name)
      await openAll(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        const needed = await page.evaluate<number>('document.documentElement.scrollWidth')
        if (needed !== width) tooWide.push(`${name} at ${width}: ${needed}`)
      }
    })
    expect(tooWide).toEqual([])
  }, 900_000)

  it('is valid HTML', async () => {
    const htmlValidate = new HtmlValidate({ extends: ['html-validate:standard'] })
    const wrong: string[] = []
    await panel.onEvery({ javaScriptEnabled: false }, async (page, name) => {
      const answer = await page.request.get(page.url())
      const { results } = await htmlValidate.validateString(await answer.text())
      for (const { messages } of results)
        wrong.push(...messages.map(({ ruleId, message, line }) => `${name}:${line} ${ruleId}: ${message}`))
    })
    expect(wrong).toEqual([])
  }, 900_000)

  it('gives each element a unique id, and each Copy button a different text', async () => {
    const repeated: string[] = []
    const wrong: string[] = []
    await panel.onEvery({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page, name) => {
      const ids = await page.evaluate<string[]>('[...document.querySelectorAll("[id]")].map(({ id }) => id)')
      repeated.push(...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${name}: ${id}`))
      await openAll(page)
      for (const button of await page.locator('[data-copy]:visible').all()) {
        const label = (await button.textContent()) ?? ''
        const source = await page.locator(`[id="${await button.getAttribute('data-copy')}"]`).textContent()
        await page.evaluate('navigator.clipboard.writeText("nothing")')
        await button.click()
        const copied = await until('something is copied', async () => {
          const text = await page.evaluate<string>('navigator.clipboard.readText()')
          return text !== 'nothing' && text
        })
        if (copied !== source || !/^Copy .{3}/.test(label)) wrong.push(`${name}: ${label}`)
      }
    })
    expect({ repeated, wrong }).toEqual({ repeated: [], wrong: [] })
  }, 900_000)

  it('has the same content without JavaScript', async () => {
    const read = async (javaScriptEnabled: boolean): Promise<Record<string, unknown>> => {
      const content: Record<string, unknown> = {}
      await panel.onEvery({ javaScriptEnabled }, async (page, name) => {
        const main = page.locator('main')
        content[name] = [
          await main.locator('h1').textContent(),
          await main.locator('form, td, li, svg, details').count(),
        ]
      })
      return content
    }
    expect(await read(false)).toEqual(await read(true))
  }, 900_000)

  it('weighs at most 60 KB with an empty cache, and leaves no error on the console', async () => {
    const heavy: string[] = []
    const errors: string[] = []
    for (const { viewer, name, url } of panel.pages) {
      const context = await panel.newContext(viewer)
      const page = await context.newPage()
      page.on('console', (message) => {
        // Of an error page itself.
        const isExpected = message.location().url === url && message.text().includes('the server responded with')
        if (message.type() === 'error' && !isExpected) errors.push(`${name}: ${message.text()}`)
      })
      context.on('weberror', (error) => errors.push(`${name}: ${String(error.error())}`))
      const network = await context.newCDPSession(page)
      let bytes = 0
      network.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      await network.send('Network.enable')
      await page.goto(url, { waitUntil: 'load' })
      await until('the style sheet and both scripts are in', () => bytes > 20_000, timeoutMs)
      if (bytes > 60 * 1_024) heavy.push(`${name}: ${bytes} bytes`)
      await context.close()
    }
    expect({ heavy, errors }).toEqual({ heavy: [], errors: [] })
  }, 900_000)
})
