import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Browser, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { signIn } from './sign-in.ts'
import { chromiumPath, startBrowser, withBrowser } from './start-browser.ts'

const timeoutMs = 60_000

let system: TestSystem
let browser: Browser
let page: Page
let list: string
let site: Server
let origin: string
/** Paths of the site's sitemap; any other path is answered with 404. */
let paths: string[] = []
const trouble: string[] = []

beforeAll(async () => {
  system = await startTestSystem({})
  if (chromiumPath === undefined) return
  site = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/map.xml') return response.setHeader('content-type', 'application/xml').end(sitemap())
    if (path === '/feed.xml') return response.setHeader('content-type', 'application/atom+xml').end(feed())
    if (path === '/robots.txt') return response.end(`User-agent: *\nSitemap: ${origin}/map.xml\n`)
    response.statusCode = paths.includes(path) ? 200 : 404
    return response.setHeader('content-type', 'text/html').end(`<title>${path}</title><p>The words of ${path}.`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  list = `${system.addresses.publicUrl}/projects/${system.demo.project}/watches`
  browser = await startBrowser()
  const { email, password = '' } = system.demo
  const storageState = await signIn(browser, system.addresses.publicUrl, { email, password })
  const context = await browser.newContext({ storageState })
  context.setDefaultTimeout(timeoutMs)
  context.on('console', (message) => message.type() === 'error' && trouble.push(message.text()))
  context.on('weberror', (error) => trouble.push(String(error.error())))
  page = await context.newPage()
})

afterAll(async () => {
  await browser?.close()
  site?.close()
  await system?.destroy()
}, 300_000)

const sitemap = () => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>`

/** Its hub is a page that there is not. */
const feed = () => `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="hub" href="${origin}/no-hub"/>
<entry><link href="${origin}/tea"/></entry></feed>`

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const state = () => page.locator('#state')
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `/page-${at}`)

/** Presses the button, and waits until the page shows by itself what the scan says. */
async function scanNow(shows: string | RegExp): Promise<void> {
  await press('Scan now')
  await page.getByText('It is scanned now.').waitFor()
  await state().getByText(shows).waitFor()
}

withBrowser('watches in the panel', () => {
  it('are added by one field, and show their first scan by themselves', async () => {
    paths = ['/', '/tea', '/coffee']
    await page.goto(list)
    await page.getByText('No watch yet').waitFor()
    const url = page.getByLabel('Sitemap or feed', { exact: true })
    await url.fill('https://elsewhere.example/sitemap.xml')
    await press('Watch it')
    const wrong = page.locator('#url-error')
    await wrong.waitFor()
    expect(await wrong.textContent()).toBe('Sitemap or feed must be on 127.0.0.1 or a subdomain of it.')
    expect(await url.inputValue()).toBe('https://elsewhere.example/sitemap.xml')

    await url.fill(`${origin}/map.xml`)
    await press('Watch it')
    await page.getByText('The watch is added, and its first scan begins.').waitFor()
    // Without a reload.
    await state().getByText('3 pages found').waitFor()
    expect(await state().textContent()).toMatch(/Read.*3 pages known.*Waiting\s*none/s)
    const file = page.locator('tr', { hasText: '/map.xml' })
    expect(await file.textContent()).toMatch(/3\s*Not trusted/)

    await page.goto(list)
    expect(await page.locator('tbody tr').textContent()).toMatch(/map\.xml\s*Read/)
    await url.fill(`${origin}/map.xml`)
    await press('Watch it')
    await page.getByText('It is watched already.').waitFor()
  }, 600_000)

  it('show what each scan has found, in words, a chart and a table', async () => {
    paths = [...paths, '/cocoa', ...numbered(40)]
    await page.goto(`${list}/map`)
    await scanNow('44 pages found: 41 new')
    const bars = await page.locator('svg.chart rect.used title').allTextContents()
    expect(bars).toEqual([expect.stringMatching(/: 3 new pages$/), expect.stringMatching(/: 41 new pages$/)])
    const rows = page.locator('tbody tr', { has: page.locator('time') })
    expect(await rows.locator('td[data-name="New"]').allTextContents()).toEqual(['41', '3'])
    await scanNow('no file has changed')
  }, 600_000)

  it('say what is not believed, and believe it when its owner does', async () => {
    const all = paths
    paths = ['/', '/tea']
    await page.goto(`${list}/map`)
    const problems = page.locator('.warning')
    expect(await problems.count()).toBe(0)
    await scanNow('nothing could be read')
    await problems.getByText('It had 44 pages and has 2 now').waitFor()
    await press('Believe this file')
    await page.getByText('what it has lost is believed this once').waitFor()
    await state().getByText('2 pages found: 42 missing').waitFor()
    expect(await problems.count()).toBe(0)
    paths = all
    await scanNow('44 pages found')
  }, 600_000)

  it('hold removals if their owner wants that, who sends or forgets them', async () => {
    await page.goto(`${list}/map`)
    for (const [gone, decision, notice] of [
      ['/coffee', 'Forget', 'The removals are forgotten'],
      ['/cocoa', 'Send removals', 'The removals are sent when the quota has room.'],
    ] as const) {
      await page.getByLabel('A page that is gone').selectOption('hold')
      await press('Save the watch')
      await page.getByText('The watch is saved, and is scanned now.').waitFor()
      await state().getByText('now, every').waitFor({ state: 'detached' })
      paths = paths.filter((path) => path !== gone)
      await scanNow('1 missing')
      await press('Scan now')
      await until('its removal is held', async () => {
        await page.reload()
        return (await page.locator('#held', { hasText: '1 page is gone' }).count()) === 1
      })
      await press(decision)
      await page.getByText(notice).waitFor()
      expect(await page.locator('#held').count()).toBe(0)
    }
    const log = `/projects/${system.demo.project}/deliveries?per_page=100`
    const deleted = async () => {
      const { body } = await system.api<{ data: { url: string; action: string }[] }>('GET', log)
      return body.data.filter(({ action }) => action === 'delete').map(({ url }) => url)
    }
    await until('the removal is submitted', async () => (await deleted()).length > 0)
    expect(await deleted()).toEqual([`${origin}/cocoa`])
  }, 600_000)

  it('have settings that are changed, with an error beside the field', async () => {
    await page.goto(`${list}/map`)
    await page.getByText('More', { exact: true }).click()
    await page.getByLabel('Not these paths').fill('/page-*\ntag')
    await press('Save the watch')
    await page.locator('#exclude-error', { hasText: 'patterns of paths such as /blog/*' }).waitFor()
    await page.getByLabel('Not these paths').fill('/page-*\n\n/tag/*')
    await page.getByLabel('Scan', { exact: true }).selectOption({ label: 'Every day' })
    await press('Save the watch')
    await page.getByText('The watch is saved').waitFor()
    const { body } = await system.api<{ data: object[] }>('GET', `/projects/${system.demo.project}/watches`)
    expect(body.data).toMatchObject([
      { id: 'map', every_minutes: 1_440, exclude: ['/page-*', '/tag/*'], deletes: 'hold', trust: 'auto' },
    ])
  }, 600_000)

  it('are found by the address of the site, and added in one click', async () => {
    await page.goto(list)
    const address = page.getByLabel('First page', { exact: true })
    await address.fill('https://elsewhere.example/')
    await press('Find them')
    await page.locator('#address-error', { hasText: 'must be on 127.0.0.1' }).waitFor()
    await address.fill(`${origin}/`)
    await press('Find them')
    const result = page.locator('#find [role="status"]')
    await result.getByRole('link', { name: 'Watched already' }).waitFor()
    expect(await result.textContent()).toMatch(/robots\.txt\s*yes.*named in robots\.txt/s)

    await address.fill(`${system.addresses.sampleSiteUrl}/`)
    await press('Find them')
    await result.getByRole('button', { name: /^Watch it/ }).click()
    await page.getByText('The watch is added, and its first scan begins.').waitFor()
    await state()
      .getByText(/pages found/)
      .waitFor()
    await page.getByText('Delete the watch').click()
    await press('Delete permanently')
    await page.getByText('The watch is deleted.').waitFor()
  }, 600_000)

  it('of a feed show its hub, and why that is not subscribed to', async () => {
    const path = `/projects/${system.demo.project}/watches/feed`
    await system.api('PUT', path, { body: { url: `${origin}/feed.xml` } })
    type Shown = { data: { websub: { state: string } | null } }
    const subscription = async () => (await system.api<Shown>('GET', path)).body.data.websub
    await until('the hub has refused', async () => (await subscription())?.state === 'failed')
    await page.goto(`${list}/feed`)
    const shown = state().locator('dt:text("Hub (WebSub)") + dd')
    expect(await shown.textContent()).toMatch(/Failed.*no-hub\s*Last delivery: none\s*The hub answers 404\.$/)
    await system.api('DELETE', path)
  }, 600_000)

  it('are deleted after a confirmation, and not made again by a page that is still open', async () => {
    const other = await page.context().newPage()
    await other.goto(`${list}/map`)
    await page.goto(`${list}/map`)
    await page.getByText('Delete the watch').click()
    await press('Delete permanently')
    await page.getByText('The watch is deleted.').waitFor()
    await page.getByText('No watch yet').waitFor()
    await other.getByRole('button', { name: 'Save the watch' }).click()
    await other.getByRole('heading', { name: 'Page not found' }).waitFor()
    // A refused form is answered with 422, and a form of what is deleted with 404: the browser logs both.
    expect(trouble.filter((one) => !/status of (422|404)|404 from/.test(one))).toEqual([])
  }, 600_000)
})
