import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { type FaultySite, hostileTitle, startFaultySite } from './faulty-site.ts'
import { addLargeReport, crawlSite } from './fill-site-reports.ts'
import { openSignedIn } from './open-signed-in.ts'
import { chromiumPath, startBrowser, withBrowser } from './start-browser.ts'
import { blank, visitor } from './visitor.ts'

const timeoutMs = 120_000
type Account = { email: string; password: string; api_key: string }

let system: TestSystem
let site: FaultySite
let browser: Browser
let context: BrowserContext
let page: Page
let origin: string
let problems: string[]

beforeAll(async () => {
  if (chromiumPath === undefined) return
  system = await startTestSystem({})
  site = await startFaultySite()
  origin = system.addresses.publicUrl
  browser = await startBrowser()
  ;({ context, page, problems } = await openSignedIn(browser, system, timeoutMs))
})

afterAll(async () => {
  await browser?.close()
  await system?.destroy()
  await site?.[Symbol.asyncDispose]()
}, 300_000)

const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
const idOf = (url: string): string => /site-reports\/([0-9a-f-]{36})/.exec(url)?.[1] ?? ''
/** The first report, made by the form. */
let first: string
let second: string

withBrowser('the report of a whole site', () => {
  it('is started by a form, which says at each field what is wrong', async () => {
    await page.goto(`${origin}/site-reports`)
    await page.getByRole('link', { name: 'Rate a site' }).click()
    await page.getByLabel('Site', { exact: true }).fill(`${site.origin}/`)
    await page.getByLabel('the sitemaps of the site').uncheck()
    await page.getByLabel('the links of its pages').uncheck()
    await press('Rate the site')
    await page.getByText('This needs one of the two.').waitFor()
    await page.getByLabel('the sitemaps of the site').check()
    await page.getByLabel('the links of its pages').check()
    await page.getByText('Which paths').click()
    await page.getByLabel('Only these paths').fill('blog')
    await press('Rate the site')
    await page.getByText('must be at most 20 patterns of paths').waitFor()
    await page.getByLabel('Only these paths').fill('')
    site.hold(true)
    await press('Rate the site')
    await page.getByRole('heading', { name: 'Crawl in progress' }).waitFor()
    first = idOf(page.url())
    expect(first).toHaveLength(36)
  }, 300_000)

  it('shows how far it is, and a second one leads to it', async () => {
    await page.getByText('addresses requested').waitFor()
    const other = await context.newPage()
    await other.goto(`${origin}/site-reports/new`)
    await other.getByLabel('Site', { exact: true }).fill(`${site.origin}/`)
    await other.getByRole('button', { name: 'Rate the site' }).click()
    await other.getByRole('link', { name: 'Show it' }).click()
    expect(idOf(other.url())).toBe(first)
    await other.close()
  }, 300_000)

  it('replaces its progress by the result, without a reload by hand', async () => {
    site.hold(false)
    await page.getByRole('heading', { name: 'Issues, by impact' }).waitFor()
    await page.getByText('This is the first report of the site that is kept.').waitFor()
    await page.getByText('÷').first().waitFor()
    expect(await page.evaluate('window.stolen')).toBeUndefined()
    expect(await page.getByText(hostileTitle).count()).toBeGreaterThan(0)
  }, 300_000)

  it('has what is new since the last run on top, each with its pages', async () => {
    site.change()
    second = await crawlSite(system, `${site.origin}/`)
    await page.goto(`${origin}/site-reports/${second}`)
    const news = page.locator('section', { has: page.locator('#new') })
    await news.getByRole('link', { name: /share a title/ }).click()
    await page.getByRole('heading', { level: 1, name: '7 pages share a title with another page' }).waitFor()
    const rows = page.locator('#list tbody tr')
    expect(await rows.count()).toBe(3)
    await page.getByRole('navigation', { name: 'Which pages' }).getByRole('link', { name: /^All/ }).click()
    await page.getByText('7 pages shown').waitFor()
    expect(await page.evaluate('window.stolen')).toBeUndefined()
  }, 300_000)

  it('leads from a page of an issue to the form that ignores the check there', async () => {
    await page.goto(`${origin}/site-reports/${second}/issues/duplicate_title`)
    const links = page.getByRole('link', { name: /^Ignore for this page/ })
    await links.first().click()
    const form = page.locator('#ignored form', { hasText: 'Ignore it' })
    expect(await form.getByLabel('Check', { exact: true }).inputValue()).toBe('duplicate_title')
    expect(await form.getByLabel('Only on this page').inputValue()).toContain(`${site.origin}/tea-`)
    await form.getByLabel('Reason').fill('One tea has many names.')
    await press('Ignore it')
    await page.getByText('The check no longer counts for the score.').waitFor()
    await page.locator('#ignored').getByText('One tea has many names.').waitFor()
    await page.getByRole('button', { name: 'Count again duplicate_title' }).click()
    await page.getByText('One tea has many names.').waitFor({ state: 'detached' })
  }, 300_000)

  it('is compared with the run before: what is new, still there and gone', async () => {
    await page.goto(`${origin}/site-reports/${second}`)
    await page.getByRole('link', { name: 'Changes', exact: true }).click()
    const row = page.locator('tr', { hasText: 'links_to_broken' })
    expect(await row.locator('td[data-name="Gone"] a').textContent()).toMatch(/^1/)
    await row.locator('td[data-name="Gone"] a').click()
    await page.getByText('/tea-3').first().waitFor()
    expect(idOf(page.url())).toBe(first)
  }, 300_000)

  it('has its pages by score, links and address, by an issue, and a part at a time', async () => {
    await page.goto(`${origin}/site-reports/${second}/pages?per_page=10`)
    await page.getByRole('link', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'To the start' }).waitFor()
    await page.getByRole('link', { name: 'Inbound links' }).click()
    const inbound = page.locator('#list td[data-name="Inbound links"]')
    const counts = (await inbound.allTextContents()).map(Number)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    await page.getByLabel('With the issue').selectOption('duplicate_title')
    await page.getByText('7 addresses shown').waitFor()
  }, 300_000)

  it('works without scripts, and is printed without navigation', async () => {
    const storageState = await context.storageState()
    const plain = await browser.newContext({ javaScriptEnabled: false, storageState })
    const read = await plain.newPage()
    await read.goto(`${origin}/site-reports/${second}`)
    await read.getByText('7 pages share a title with another page').waitFor()
    await read.emulateMedia({ media: 'print' })
    for (const hidden of ['.side', '.tabs', '.actions', '.card.danger'])
      expect(await read.locator(hidden).first().isVisible()).toBe(false)
    expect(await read.getByText('How to fix:').first().isVisible()).toBe(true)
    await plain.close()
  }, 300_000)

  it('is downloaded as CSV', async () => {
    const answer = await page.request.get(`${origin}/site-reports/${second}/pages.csv`)
    expect(answer.headers()['content-type']).toBe('text/csv; charset=utf-8')
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines[0]).toBe('url,status,failure,redirects_to,score,inlinks,clicks,in_sitemap,fails,warns,ignored')
    expect(lines.filter((line) => line.includes('/tea-'))).toHaveLength(9)
  }, 300_000)

  it('is unknown to another account, as one that does not exist', async () => {
    const account = await system.admin<Account>('account', 'create', '--email', 'other@example.com', '--plan', 'pro')
    const other = visitor(origin)
    await other.signIn(account.email, account.password)
    const form_token = await other.tokenOf('/site-reports/new')
    for (const path of ['', '/progress', '/pages', '/pages.csv', '/report.html', '/compare', '/issues/h1']) {
      const nobodys = randomUUID()
      const [theirs, none] = [`/site-reports/${second}${path}`, `/site-reports/${nobodys}${path}`]
      const [answer, expected] = [await other.get(theirs), await other.get(none)]
      expect([path, answer.status, blank(answer, second)]).toEqual([path, 404, blank(expected, nobodys)])
      expect((await visitor(origin).get(theirs)).status).toBe(303)
    }
    for (const action of ['cancel', 'delete', 'privacy'])
      expect((await other.post(`/site-reports/${second}/${action}`, { form_token })).status).toBe(404)
    expect((await other.get('/site-reports?project=127.0.0.1')).text).not.toContain(second)
    expect((await other.get(`/site-reports/new?again=${second}`)).text).not.toContain('127.0.0.1')
  }, 300_000)

  it('is shared by one button, and tells who has the link nothing of the run before', async () => {
    await page.goto(`${origin}/site-reports/${second}`)
    await press(/Allow anyone with the link/)
    await page.getByText('The visibility of the report is changed.').waitFor()
    const link = await page.locator('#share-link').textContent()
    expect(link).toBe(`${origin}/s/${second}`)
    const guest = await (await browser.newContext()).newPage()
    await guest.goto(link ?? '')
    await guest.getByText('7 pages share a title with another page').waitFor()
    expect(await guest.getByText(/Manage this report|last run|\d new|\d gone/).count()).toBe(0)
    const issue = guest.locator('#issue-duplicate_title')
    if ((await issue.getAttribute('open')) === null) await issue.locator('summary').click()
    await issue.getByRole('link', { name: /^All 7 pages/ }).click()
    await guest.getByText('7 pages shown').waitFor()
    await guest.getByRole('link', { name: 'Pages', exact: true }).click()
    await guest.getByLabel('With the issue').selectOption('duplicate_title')
    await guest.getByText('7 addresses shown').waitFor()
    expect(guest.url()).toContain(`/s/${second}/pages?`)
    await guest.context().close()
    const { headers } = await visitor(origin).get(`/s/${second}`)
    expect(['x-robots-tag', 'cache-control'].map((name) => headers.get(name))).toEqual(['noindex', 'private, no-store'])
    await system.api('PATCH', `/site-reports/${second}`, { body: { listed: true } })
    expect((await visitor(origin).get(`/s/${second}`)).headers.get('x-robots-tag')).toBeNull()
  }, 300_000)

  it('behind a password is shown for it, in all its parts, and locked again by another one', async () => {
    const lock = (password: string) =>
      system.api('PATCH', `/site-reports/${second}`, { body: { visibility: 'password', password } })
    await lock('plum cake')
    const [path, guest] = [`/s/${second}`, visitor(origin)]
    const parts = [path, `${path}/pages`, `${path}/issues/duplicate_title`]
    const locked = async () => {
      for (const part of parts) {
        const { text, headers } = await guest.get(part)
        expect(text).toContain('This report needs a password')
        expect([part, text.includes('127.0.0.1/'), headers.get('x-robots-tag')]).toEqual([part, false, 'noindex'])
      }
    }
    await locked()
    const unlock = (password: string) => guest.send(path, `${path}/unlock`, { password })
    expect(await unlock('plum tart')).toMatchObject({ status: 403 })
    expect(await unlock('plum cake')).toMatchObject({ status: 303, location: path })
    for (const part of parts) expect((await guest.get(part)).text).toContain('share a title')
    await lock('plum tart')
    await locked()
  }, 300_000)

  it('that is private is as an unknown one to who has the link', async () => {
    await system.api('PATCH', `/site-reports/${second}`, { body: { visibility: 'private' } })
    const guest = visitor(origin)
    const form_token = await guest.tokenOf('/sign-in')
    for (const path of ['', '/pages', '/pages?sort=inlinks', '/issues/duplicate_title', '/unlock']) {
      const fields = { form_token, password: 'plum cake' }
      const ask = (id: string) =>
        path === '/unlock' ? guest.post(`/s/${id}${path}`, fields) : guest.get(`/s/${id}${path}`)
      const nobodys = randomUUID()
      const [answer, expected] = [await ask(second), await ask(nobodys)]
      expect([path, answer.status, blank(answer, second)]).toEqual([path, 404, blank(expected, nobodys)])
      expect([...answer.headers.keys()]).toEqual([...expected.headers.keys()])
    }
    await page.goto(`${origin}/s/${second}`)
    await page.getByRole('link', { name: 'Manage this report' }).waitFor()
  }, 300_000)

  it('is downloaded as one file', async () => {
    const answer = await page.request.get(`${origin}/site-reports/${second}/report.html`)
    const headers = answer.headers()
    expect(headers['content-disposition']).toMatch(/^attachment; filename="site-report-127\.0\.0\.1-[\d-]+\.html"$/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*; sandbox$/)
    const text = await answer.text()
    expect(text).toContain('7 pages share a title with another page')
    expect(text).not.toMatch(/<script|<img|<link|site-reports\//)
  }, 300_000)

  it('of more pages than are proven names the key file', async () => {
    await page.goto(`${origin}/site-reports/new?again=${second}`)
    await page.getByLabel('Addresses at most').fill('5000')
    await press('Rate the site')
    await page.getByRole('link', { name: 'Show the key file' }).waitFor()
  }, 300_000)

  it('is cancelled and deleted in two clicks, and begun again with what it was made by', async () => {
    await page.goto(`${origin}/site-reports/${second}`)
    await page.getByRole('link', { name: 'Run again' }).click()
    site.hold(true)
    await press('Rate the site')
    await press('Cancel')
    await page.getByText('The crawl is cancelled.').waitFor()
    site.hold(false)
    await page.locator('summary', { hasText: 'Delete this report' }).click()
    await press('Yes, delete it')
    await page.getByText('The report is deleted.').waitFor()
    await page.getByText('2 site reports shown').waitFor()
  }, 300_000)

  it('is on the page of its project', async () => {
    await page.goto(`${origin}/projects/127.0.0.1`)
    const card = page.locator('section', { has: page.locator('#site') })
    await card.getByRole('link', { name: /^Report of/ }).click()
    await page.getByRole('heading', { name: 'Issues, by impact' }).waitFor()
  }, 300_000)

  it('of 10,000 pages is shown a part at a time', async () => {
    const path = `${origin}/site-reports/${await addLargeReport(system)}`
    const sizes: Record<string, number> = {}
    for (const part of ['', '/pages', '/pages?sort=url&issue=check_3', '/issues/check_3']) {
      const answer = await page.goto(path + part)
      expect([part, answer?.status()]).toEqual([part, 200])
      sizes[part] = (await answer?.body())?.length ?? 0
    }
    // Each page has up to 25 addresses of a thousand characters, as link and as text.
    for (const [part, size] of Object.entries(sizes)) expect([part, size < 300_000]).toEqual([part, true])
    const file = await page.request.get(`${path}/report.html`)
    const which = /The (\d+|1,000) with the lowest scores, of 10,000 addresses/.exec(await file.text())
    expect(which?.[1]).toBeDefined()
    expect((await file.body()).length).toBeLessThan(6_000_000)
    await page.goto(`${path}/pages?per_page=100`)
    await page.getByRole('link', { name: 'More', exact: true }).click()
    await page.getByText('100 addresses shown').waitFor()
  }, 300_000)

  it('never runs what the site has written, and leaves no error on the console', () => {
    expect(problems).toEqual([])
  })
})
