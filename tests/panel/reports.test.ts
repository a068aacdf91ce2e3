import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { signIn } from './sign-in.ts'
import { chromiumPath, startBrowser, withBrowser } from './start-browser.ts'

const timeoutMs = 120_000

let system: TestSystem
let browser: Browser
let context: BrowserContext
let page: Page
let origin: string
let site: string
/** A report with two runs. */
let report: string

beforeAll(async () => {
  if (chromiumPath === undefined) return
  system = await startTestSystem({})
  origin = system.addresses.publicUrl
  site = system.addresses.sampleSiteUrl
  browser = await startBrowser()
  report = await rate(`${site}/winter-offers`, { visibility: 'private' })
  await rate(`${site}/winter-offers`, { reuse: true })
  await rate(`${site}/`)
  await rate(`${site}/tasting-evenings`)
  await rate('http://127.0.0.1:1/')
  const { email, password = '' } = system.demo
  context = await browser.newContext({ storageState: await signIn(browser, origin, { email, password }) })
  context.setDefaultTimeout(timeoutMs)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  page = await context.newPage()
})

afterAll(async () => {
  await browser?.close()
  await system?.destroy()
}, 300_000)

async function rate(url: string, more: object = {}): Promise<string> {
  type Made = { data: { id: string } }
  const made = await system.api<Made>('POST', '/reports', { body: { url, ...more }, headers: { prefer: 'wait=25' } })
  return made.body.data.id
}

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
const listed = () => page.locator('#list td a.url').allTextContents()
const reports = (query = '') =>
  system.api<{ data: { id: string; url: string; score: number | null }[] }>('GET', `/reports?per_page=100${query}`)

/** The signed-in page without scripts. */
async function withoutScripts(work: (plain: Page) => Promise<void>): Promise<void> {
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() })
  plain.setDefaultTimeout(timeoutMs)
  await work(await plain.newPage())
  await plain.close()
}

withBrowser('reports in the panel', () => {
  it('rates a page that has a report in that report, with a notice', async () => {
    const before = (await reports()).body.data.length
    await page.goto(`${origin}/reports`)
    await page.getByLabel('Page', { exact: true }).fill(`${site}/winter-offers#top`)
    await press('Rate the page')
    await page.getByText('This page has a report already').waitFor()
    expect(page.url()).toBe(`${origin}/reports/${report}`)
    await page.locator('#checks').waitFor()
    await page.getByText('3 runs').waitFor()
    expect((await reports()).body.data).toHaveLength(before)
    // Not by the visibility that the form offers.
    await page.locator('#share .badge', { hasText: 'Private' }).waitFor()
  }, 600_000)

  it('sorts the list by its headers, without scripts too', async () => {
    const scores = (await reports('&sort_by=score&sort=asc')).body.data.map(({ url }) => url)
    await withoutScripts(async (plain) => {
      await plain.goto(`${origin}/reports`)
      await plain.getByRole('link', { name: 'Rating', exact: true }).click()
      await plain.locator('th[aria-sort="ascending"]', { hasText: 'Rating' }).waitFor()
      expect(await plain.locator('#list td a.url').allTextContents()).toEqual(scores)
      await plain.getByRole('link', { name: 'Rating', exact: true }).click()
      await plain.locator('th[aria-sort="descending"]', { hasText: 'Rating' }).waitFor()
    })
  }, 600_000)

  it('filters by state and by score, and folds the filters on a phone', async () => {
    await page.goto(`${origin}/reports`)
    await page.getByLabel('Newest run').selectOption('failed')
    await until('only the failed one is listed', async () => (await listed()).join() === 'http://127.0.0.1:1/')
    await page.goto(`${origin}/reports?min_score=0&max_score=48`)
    const low = (await reports('&max_score=48')).body.data.map(({ url }) => url)
    expect((await listed()).toSorted()).toEqual(low.toSorted())

    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${origin}/reports`)
    expect(await page.getByLabel('Newest run').isVisible()).toBe(false)
    await page.getByText('Filters', { exact: true }).click()
    expect(await page.getByLabel('Newest run').isVisible()).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
  }, 600_000)

  it('exports what is listed as CSV and JSON', async () => {
    await page.goto(`${origin}/reports?status=failed`)
    const address = async (name: string) => (await page.getByRole('link', { name }).getAttribute('href')) ?? ''
    const csv = await page.request.get(origin + (await address('CSV')))
    expect(csv.headers()['content-disposition']).toMatch(/^attachment; filename="reports-.*\.csv"$/)
    expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(2)
    const json = await page.request.get(origin + (await address('JSON')))
    expect(await json.json()).toMatchObject([{ url: 'http://127.0.0.1:1/', status: 'failed', score: null }])
    const all = await page.request.get(`${origin}/reports.json`)
    expect(await all.json()).toHaveLength((await reports()).body.data.length)
  }, 600_000)

  it('rates and deletes several reports after a confirmation that says how many, without scripts too', async () => {
    const ids = [await rate('http://127.0.0.1:1/a'), await rate('http://127.0.0.1:1/b')]
    await withoutScripts(async (plain) => {
      const select = async (button: string) => {
        await plain.goto(`${origin}/reports?search=127.0.0.1:1/`)
        for (const path of ['a', 'b']) await plain.getByLabel(`Select http://127.0.0.1:1/${path}`).check()
        await plain.getByRole('button', { name: button }).click()
      }
      await select('Rate selected again')
      await plain.getByRole('button', { name: 'Yes, rate 2 reports again' }).click()
      await plain.getByText('2 pages being rated again.').waitFor()
      expect(plain.url()).toContain('search=127.0.0.1')
      await select('Delete selected')
      await plain.getByRole('heading', { name: 'Delete 2 reports?' }).waitFor()
      for (const id of ids) expect((await system.api('GET', `/reports/${id}`)).status).toBe(200)
      await plain.getByRole('button', { name: 'Yes, delete 2 reports' }).click()
      await plain.getByText('2 reports deleted.').waitFor()
      for (const id of ids) expect((await system.api('GET', `/reports/${id}`)).status).toBe(404)

      await plain.goto(`${origin}/reports`)
      await plain.getByRole('button', { name: 'Delete selected' }).click()
      await plain.getByRole('heading', { level: 1, name: 'No report is selected' }).waitFor()
    })
  }, 600_000)

  it('selects all rows of the page at once', async () => {
    await page.goto(`${origin}/reports`)
    await page.getByLabel('Select all on this page').check()
    const boxes = page.locator('#list td input[type="checkbox"]')
    expect(await page.locator('#list td input:checked').count()).toBe(await boxes.count())
  }, 600_000)

  it('shows the findings of one category, why each matters, and its places to copy', async () => {
    await page.goto(`${origin}/reports/${report}`)
    const [all, failures] = [await page.locator('.finding').count(), page.getByText(/^\d+ failures, .* passed$/)]
    const total = Number(/^\d+/.exec((await failures.textContent()) ?? '')?.[0])
    const counts = await page.locator('.category .hint').allTextContents()
    expect(counts.reduce((sum, text) => sum + Number(/^\d+/.exec(text)?.[0] ?? 0), 0)).toBe(total)

    await page.locator('a.category', { hasText: 'Content' }).click()
    await page.getByRole('heading', { name: 'Issues of Content' }).waitFor()
    const shown = await page.locator('.finding').count()
    expect([shown > 0, shown < all]).toEqual([true, true])
    const images = page.locator('#check-image_alt')
    await images.locator('summary').click()
    await images.getByText('Why it matters:').waitFor()
    expect(await images.locator('.places td').first().textContent()).toMatch(/^\d+:\d+(, \d+:\d+)*$/)
    await images.getByRole('button', { name: /^Copy/ }).click()
    await until('the places are copied', async () =>
      /^\d+:\d+(, \d+:\d+)*\t<img .*>\n/.test(await page.evaluate<string>('navigator.clipboard.readText()')),
    )
    await page.getByRole('link', { name: /^Show all \d+ checks$/ }).click()
    await page.getByRole('heading', { name: 'Issues, by impact' }).waitFor()
  }, 600_000)

  it('draws the history with a scale and dates, and names the first run', async () => {
    await page.goto(`${origin}/reports/${report}`)
    const chart = page.locator('svg.sparkline')
    expect(await chart.getAttribute('aria-label')).toMatch(/^Scores of \d+ runs: \d+ on .* lowest \d+, highest \d+$/)
    expect(await chart.locator('text').count()).toBe(7)
    expect(await page.locator('tr', { hasText: 'First run' }).count()).toBe(1)
    await page
      .getByRole('link', { name: /^Compare/ })
      .first()
      .click()
    await heading('Two runs compared').waitFor()
    expect(await page.locator('main time[data-exact]').first().textContent()).toMatch(/:\d\d:\d\d/)
  }, 600_000)

  it('shares a report by its link, and lets search engines list it only if the owner allows it', async () => {
    const visitor = await (await browser.newContext()).newPage()
    const see = async (): Promise<[status: number | undefined, header: string | undefined, meta: number]> => {
      const answer = await visitor.goto(link)
      const meta = await visitor.locator('meta[name="robots"][content="noindex"]').count()
      return [answer?.status(), answer?.headers()['x-robots-tag'], meta]
    }
    await page.goto(`${origin}/reports/${report}`)
    await page.getByText('The report is private').waitFor()
    await page.locator('#share').getByRole('button', { name: /^Copy/ }).click()
    const link = await until('the link is copied', async () => {
      const text = await page.evaluate<string>('navigator.clipboard.readText()')
      return text.includes('/r/') && text
    })
    expect((await see())[0]).toBe(404)
    await page.getByRole('combobox', { name: 'Visibility' }).selectOption('0')
    await press('Save')
    await page.getByText('The visibility of the report is changed.').waitFor()
    expect(await see()).toEqual([200, 'noindex', 1])
    await page.getByLabel('Search engines may list').check()
    await press('Save')
    await page.getByText('The visibility of the report is changed.').waitFor()
    expect(await see()).toEqual([200, undefined, 0])
    await visitor.context().close()
  }, 600_000)

  it('offers the visibility of the account’s settings for a new report', async () => {
    await page.goto(`${origin}/account`)
    await page.getByLabel('New reports are').selectOption('0')
    await page.locator('#new-reports').getByRole('button', { name: 'Save' }).click()
    await page.getByText('The visibility of new reports is saved.').waitFor()
    for (const path of ['/', '/reports']) {
      await page.goto(origin + path)
      expect(await page.getByLabel('Visibility').inputValue()).toBe('0')
    }
  }, 600_000)

  it('leads from a finding to the form that ignores it on this page until a date', async () => {
    await page.goto(`${origin}/reports/${report}`)
    const worst = page.locator('details.finding[open]').first()
    const check = ((await worst.getAttribute('id')) ?? '').replace('check-', '')
    await worst.getByRole('link', { name: /^Ignore this check/ }).click()
    expect(await page.getByLabel('Check', { exact: true }).inputValue()).toBe(check)
    expect(await page.getByLabel('Only on this page').inputValue()).toBe(`${site}/winter-offers`)
    await page.getByLabel('Reason').fill('Until the relaunch')
    await page.getByLabel(/^Count it again from/).fill('2035-01-01T10:00')
    await press('Ignore it')
    await page.getByText('The check no longer counts for the score.').waitFor()
    await until(
      'a run leaves the check out',
      async () => {
        await rate(`${site}/winter-offers`, { reuse: true })
        await page.goto(`${origin}/reports/${report}`)
        const text = await page.locator(`#check-${check} .finding-body`).textContent()
        return /Left out of the score until .*2035.*: Until the relaunch/.test(text ?? '')
      },
      60_000,
    )
  }, 600_000)

  it('prints every finding open, on white, without forms, with exact times', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const path of [`/reports/${report}`, `/r/${report}`]) {
      await page.goto(origin + path)
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
      const bodies = page.locator('.finding-body')
      expect(await bodies.filter({ visible: true }).count()).toBe(await bodies.count())
      expect(await page.locator('form, button, .button, nav').filter({ visible: true }).count()).toBe(0)
      await page.locator('.print-only time').waitFor()
      const relative = 'getComputedStyle(document.querySelector("time[title]:not([data-exact])")).fontSize'
      expect(await page.evaluate(relative)).toBe('0px')
      // A whole report of this size takes nine sheets; half-empty ones would add to them.
      const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(12)
    }
    await page.emulateMedia({ media: null, colorScheme: null })
  }, 600_000)

  it('is downloaded as one file that a browser shows from a disk, without a request', async () => {
    const answer = await page.request.get(`${origin}/reports/${report}/report.html`)
    expect(answer.headers()['content-disposition']).toMatch(/^attachment; filename="report-[\w.-]+\.html"$/)
    expect(answer.headers()['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    await using folder = await mkdtempDisposable(join(tmpdir(), 'pagebell-report-'))
    const file = join(folder.path, 'report.html')
    await writeFile(file, await answer.body())
    const offline = await (await browser.newContext({ javaScriptEnabled: true })).newPage()
    const requests: string[] = []
    const errors: string[] = []
    offline.on('request', (request) => requests.push(request.url()))
    offline.on('console', (message) => errors.push(message.text()))
    await offline.goto(pathToFileURL(file).href)
    await offline.locator('svg.gauge').waitFor()
    expect(requests).toEqual([pathToFileURL(file).href])
    expect(errors).toEqual([])
    // The style sheet inside is applied.
    const display = await offline.evaluate('getComputedStyle(document.querySelector(".report-head")).display')
    expect(display).toBe('grid')
    expect(await offline.locator('details:not([open])').count()).toBe(0)
    await offline.context().close()
  }, 600_000)

  it('are made of many addresses at once, each with its result', async () => {
    await page.goto(`${origin}/reports/batch`)
    await page.getByRole('textbox', { name: 'Pages' }).fill(`${site}/\nno address\n${site}/tasting-evenings`)
    await press('Rate the pages')
    await page.getByText('2 pages being rated.').waitFor()
    await page.locator('tr', { hasText: 'no address' }).getByText('cannot be used').waitFor()
  }, 300_000)
})
