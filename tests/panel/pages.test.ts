import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { workspace } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { chromiumPath, startBrowser } from './start-browser.ts'

const withBrowser = chromiumPath === undefined ? describe.skip : describe
const timeoutMs = 120_000
/** For review; the README shows two of them. */
const screenshots = join(workspace, '.data/screenshots')
/** Pages with collapsed sections, which are also photographed expanded. */
const opened = ['project', 'project-new']
const inReadme = ['overview', 'report']
const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

let system: TestSystem
let browser: Browser
let origin: string
let paths: Record<string, string>
let storageState: NonNullable<BrowserContextOptions['storageState']>

beforeAll(async () => {
  if (chromiumPath === undefined) return
  system = await startTestSystem({})
  origin = system.addresses.publicUrl
  browser = await startBrowser()
  await mkdir(screenshots, { recursive: true })
  const ids = await fillAccount()
  paths = {
    overview: '/',
    reports: '/reports',
    'reports-none': '/reports?search=nothing+like+this',
    report: `/reports/${ids.report}`,
    'report-failed': `/reports/${ids.failed}`,
    projects: '/projects',
    project: `/projects/${system.demo.project}`,
    'project-new': '/projects/shop.example.com',
    deliveries: '/deliveries',
    delivery: `/deliveries/${ids.delivery}`,
    requeue: '/deliveries/requeue?since=2026-01-01T00:00:00',
    usage: '/usage',
    keys: '/keys',
    account: '/account',
    'public-report': `/r/${ids.report}`,
    'locked-report': `/r/${ids.locked}`,
    'sign-in': '/sign-in',
    setup: '/setup',
    'not-found': '/reports/nothing',
  }
  storageState = await signIn()
}, 300_000)

afterAll(async () => {
  await browser?.close()
  await system?.destroy()
}, 300_000)

/**
 * Content for every page: reports of all three ratings, one that failed, one with a history, deliveries of two states.
 */
async function fillAccount(): Promise<{ report: string; failed: string; locked: string; delivery: string }> {
  type Made = { data: { id: string } }
  const site = system.addresses.sampleSiteUrl
  const rate = async (url: string, more: object = {}): Promise<string> => {
    const made = await system.api<Made>('POST', '/reports', { body: { url, ...more }, headers: { prefer: 'wait=25' } })
    return made.body.data.id
  }
  await system.api('PUT', `/projects/${system.demo.project}/endpoint`, {
    body: { url: `${system.addresses.sandboxUrl}/events` },
  })
  await rate(`${site}/`)
  const report = await rate(`${site}/winter-offers`)
  const locked = await rate(`${site}/tasting-evenings`, { privacy: 2, password: 'open sesame' })
  const failed = await rate('http://127.0.0.1:1/')
  await system.api('PATCH', `/reports/${report}`, { body: { results: 1 }, headers: { prefer: 'wait=25' } })
  await system.api('POST', '/projects', { body: { project: 'shop.example.com' } })
  const credentials = await fetch(`${system.addresses.sandboxUrl}/credentials`)
  const { google, bing } = (await credentials.json()) as { google: object; bing: object }
  await system.api('PUT', `/projects/${system.demo.project}/channels/google`, { body: { service_account: google } })
  await system.api('PUT', `/projects/${system.demo.project}/channels/bing`, { body: bing })
  const token = system.demo.hookToken ?? ''
  // One that is refused, and one that is retried.
  await script({
    next: [{ status: 403, errorCode: 'InvalidKey', message: 'The key in the request is not the one of this site.' }],
  })
  await system.submit(token, [`${site}/refused`])
  const log = `/projects/${system.demo.project}/deliveries`
  const ended = (status: string) => async () =>
    (await system.api<{ data: { id: string }[] }>('GET', `${log}?status=${status}`)).body.data[0]
  await until('it is refused', ended('rejected'), timeoutMs)
  await script({
    next: [{ status: 503, message: 'The engine is temporarily unavailable. Retry later.' }],
  })
  await system.submit(token, [`${site}/tried-twice`])
  const { id: delivery } = await until('it is delivered', ended('delivered'), timeoutMs)
  await system.submit(token, [
    `${site}/`,
    `${site}/tasting-evenings`,
    `${site}/a/rather/long/address/of/a/page/that/has-to-wrap-on-a-telephone?with=parameters&and=more`,
  ])
  await system.submit(token, [`${site}/`, `${site}/tasting-evenings`])
  await until('all are delivered', async () => (await system.received()).length === 4, timeoutMs)
  return { report, failed, locked, delivery }
}

/** Scripts the responses of the sandbox. */
const script = (answers: object) =>
  fetch(`${system.addresses.sandboxUrl}/script`, { method: 'POST', body: JSON.stringify(answers) })

const isPublic = (name: string): boolean => ['locked-report', 'sign-in', 'setup'].includes(name)

async function signIn() {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('E-mail').fill(system.demo.email)
  await page.getByLabel('Password').fill(system.demo.password ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** Visits every page in two contexts: as a visitor, and signed in. */
async function onEvery(
  options: BrowserContextOptions,
  work: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  for (const visitors of [true, false]) {
    const context = await browser.newContext({ ...options, ...(visitors ? {} : { storageState }) })
    context.setDefaultTimeout(timeoutMs)
    const page = await context.newPage()
    for (const [name, path] of Object.entries(paths)) {
      if (isPublic(name) !== visitors) continue
      await page.goto(origin + path, { timeout: timeoutMs })
      await work(page, name)
    }
    await context.close()
  }
}

const openAll = (page: Page): Promise<void> =>
  page.evaluate('for (const one of document.querySelectorAll("details:not([name])")) one.open = true')

withBrowser('every page', () => {
  it('has no violation that axe-core finds, light and dark', async () => {
    const found: string[] = []
    // Allows axe-core itself to run.
    await onEvery({ bypassCSP: true }, async (page, name) => {
      await openAll(page)
      await page.addScriptTag({ path: axeFile })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const { violations } = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(rules)} })`)) as AxeResults
        for (const { id, nodes } of violations) {
          const places = nodes.map(({ html }) => html).join(' | ')
          found.push(`${name}, ${colorScheme}: ${id} at ${places.slice(0, 300)}`)
        }
      }
    })
    expect(found).toEqual([])
  }, 900_000)

  it('fits a phone of 360 pixels and a desktop, and is photographed in both, light and dark', async () => {
    const tooWide: string[] = []
    await onEvery({}, async (page, name) => {
      for (const [width, height] of [
        [360, 740],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.screenshot({ path: join(screenshots, `${name}-${width}-${colorScheme}.png`), fullPage: true })
        }
      }
      if (inReadme.includes(name)) {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.emulateMedia({ colorScheme: 'light' })
        await page.screenshot({ path: join(screenshots, `readme-${name}.png`) })
      }
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 740 })
        await openAll(page)
        if (!opened.includes(name)) continue
        await page.screenshot({ path: join(screenshots, `${name}-open-${width}.png`), fullPage: true })
      }
      if ((await page.evaluate('document.documentElement.scrollWidth')) !== 360) tooWide.push(name)
    })
    expect(tooWide).toEqual([])
  }, 900_000)

  it('gives each element a unique id, and each Copy button a different text', async () => {
    const repeated: string[] = []
    const wrong: string[] = []
    await onEvery({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page, name) => {
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
      await onEvery({ javaScriptEnabled }, async (page, name) => {
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
    for (const [name, path] of Object.entries(paths)) {
      const context = await browser.newContext(isPublic(name) ? {} : { storageState })
      context.on('console', (message) => {
        const expected = name === 'not-found' && message.text().includes('404')
        if (message.type() === 'error' && !expected) errors.push(`${name}: ${message.text()}`)
      })
      context.on('weberror', (error) => errors.push(`${name}: ${String(error.error())}`))
      const page = await context.newPage()
      const network = await context.newCDPSession(page)
      let bytes = 0
      network.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      await network.send('Network.enable')
      await page.goto(origin + path, { waitUntil: 'load', timeout: timeoutMs })
      await until('the style sheet and both scripts are in', () => bytes > 20_000, timeoutMs)
      if (bytes > 60 * 1_024) heavy.push(`${name}: ${bytes} bytes`)
      await context.close()
    }
    expect({ heavy, errors }).toEqual({ heavy: [], errors: [] })
  }, 900_000)
})
