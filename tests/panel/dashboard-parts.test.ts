import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Page } from 'playwright-core'
import { type PanelPages, startPanelPages } from './panel-pages.ts'
import { queryDatabase } from './query-database.ts'
import { chromiumPath, withBrowser } from './start-browser.ts'

let panel: PanelPages
let page: Page
/** A site whose one page can be made worse. */
let site: Server
let isWorse = false

const good = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A tea house by the lake</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="Tea from small gardens, tasted every week by the lake."></head>
<body><main><h1>Tea by the lake</h1><p>${'Tea from small gardens. '.repeat(60)}</p></main></body></html>`

beforeAll(async () => {
  if (chromiumPath === undefined) return
  site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(isWorse ? '<meta name="robots" content="noindex"><p>Gone.' : good)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  panel = await startPanelPages()
  page = await (await panel.newContext('owner', { permissions: ['clipboard-read', 'clipboard-write'] })).newPage()
}, 300_000)

afterAll(async () => {
  await panel?.destroy()
  site?.closeAllConnections()
  await new Promise((resolve) => (site === undefined ? resolve(undefined) : site.close(resolve)))
}, 300_000)

const open = (path: string) => page.goto(panel.system.addresses.publicUrl + path)
const section = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })

/** Gives every project of the account a score of eight days ago, beside that of today. */
async function scoresAWeekAgo(score: number): Promise<void> {
  const text = `insert into score_days (account_id, project_id, day, runs, scores)
    select distinct account_id, project_id, current_date - 8, 1, $1::bigint from score_days`
  await queryDatabase(panel.system, 'report', { text, values: [score] })
}

withBrowser('the parts of the dashboard', () => {
  it('show the scores of the account over time, and of a project with its trend', async () => {
    await scoresAWeekAgo(60)
    await open('/')
    const chart = section('Scores').locator('svg')
    await chart.waitFor()
    expect(await chart.getAttribute('aria-label')).toMatch(/\d/)
    await open('/projects')
    const row = page.locator('#list tbody tr', { hasText: panel.system.demo.project })
    expect(await row.locator('.trend').textContent()).toMatch(
      /[▲▼] \d+\s+\d+ points (better|worse) than the week before/,
    )
  }, 300_000)

  it('name the days of scores as they are in UTC, for who is west of it', async () => {
    const context = await panel.newContext('owner', { timezoneId: 'America/New_York', locale: 'de-DE' })
    const west = await context.newPage()
    await west.goto(panel.system.addresses.publicUrl)
    const labels = west
      .locator('section', { has: west.getByRole('heading', { name: 'Scores' }) })
      .locator('.start, .end')
    const days = await labels.evaluateAll((all) => all.map((label) => label.getAttribute('data-day') ?? ''))
    const inGerman = new Intl.DateTimeFormat('de-DE', { day: 'numeric', month: 'short', timeZone: 'UTC' })
    const expected = days.map((day) => inGerman.format(new Date(`${day}T00:00:00Z`)))
    await until('the days are in German', async () => isDeepStrictEqual(await labels.allTextContents(), expected))
    await context.close()
  }, 300_000)

  it('list a page that became worse, with its score before', async () => {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
    type Report = { data: { id: string; score: number } }
    const headers = { prefer: 'wait=25' }
    const { body } = await panel.system.api<Report>('POST', '/reports', { body: { url }, headers })
    isWorse = true
    await panel.system.api('POST', `/reports/${body.data.id}/runs`, { body: {}, headers })
    await open('/')
    const row = section('Newly worse').locator('tbody tr', { hasText: url })
    expect(await row.locator('td[data-name="Before"]').textContent()).toBe(String(body.data.score))
  }, 300_000)

  it('count deliveries by status, show one batch alone, and draw what ended by day', async () => {
    await open('/deliveries')
    const tab = (name: string) => page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })
    expect(await tab('Delivered').textContent()).toMatch(/Delivered\s+5$/)
    expect(await tab('Rejected').textContent()).toMatch(/Rejected\s+1$/)
    await page.getByText(/^Last 30 days: 83.3 % delivered$/).click()
    expect(await page.locator('svg [data-day]').count()).toBeGreaterThan(3)
    await tab('Rejected').click()
    await page.locator('.log summary').first().click()
    await page.locator('.log-body a[href*="batch="]').first().click()
    await page.getByText('Only batch').waitFor()
    expect(await page.locator('.log > li').count()).toBe(1)
    await page.getByRole('link', { name: 'Show all' }).click()
    expect(await page.locator('.log > li').count()).toBeGreaterThan(5)
  }, 300_000)

  it('say how long search engines take, by channel', async () => {
    await open(`/projects/${panel.system.demo.project}`)
    const row = section('Deliveries').locator('tbody tr', { hasText: 'IndexNow' })
    expect(await row.locator('td').allTextContents()).toEqual([
      'IndexNow',
      expect.stringMatching(/^[\d.]+ m?s$/),
      expect.stringMatching(/^[\d.]+ m?s$/),
    ])
  }, 300_000)

  it('show names in Unicode, and copy them in ASCII', async () => {
    const ascii = new URL('https://müller-tee.example').hostname
    await panel.system.api('POST', '/projects', { body: { project: ascii } })
    await open(`/projects/${ascii}`)
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.textContent()).toBe('müller-tee.example')
    await heading.click({ clickCount: 3 })
    await page.keyboard.press('Control+C')
    await until('the name is copied', async () => {
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      return copied.trim() === ascii
    })
  }, 300_000)
})
