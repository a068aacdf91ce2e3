import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { type PanelPages, startPanelPages } from './panel-pages.ts'
import { chromiumPath, withBrowser } from './start-browser.ts'

let panel: PanelPages
let page: Page

beforeAll(async () => {
  if (chromiumPath === undefined) return
  panel = await startPanelPages()
  page = await (await panel.newContext('owner')).newPage()
}, 300_000)

afterAll(async () => {
  await panel?.destroy()
}, 300_000)

const open = (name: string) => page.goto(panel.pages.find((one) => one.name === name)?.url ?? '')

withBrowser('the pages of a project', () => {
  it('are shown with their state, and filtered by it', async () => {
    await open('pages')
    expect(await page.locator('#list tbody tr').count()).toBe(2)
    await page.getByRole('link', { name: 'Gone', exact: true }).click()
    const row = page.locator('#list tbody tr')
    expect([await row.count(), await row.locator('.badge').textContent()]).toEqual([1, 'Gone'])
    await page.getByRole('link', { name: 'Moved', exact: true }).click()
    await page.getByText('No page in this state').waitFor()
  }, 300_000)

  it('say why each was sent or not, in one look', async () => {
    await open('pages')
    await page.locator('#list tbody tr', { hasText: 'winter-offers' }).getByRole('link').click()
    const row = page.locator('main tbody tr')
    await row.getByText('The page asks search engines not to show it (noindex).').waitFor()
    expect(await row.locator('.badge').textContent()).toBe('Skipped')
    await open('pages')
    await page.getByLabel('Why was a page sent, or not?').fill(`${panel.system.addresses.sampleSiteUrl}/no-such-page`)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('There is no page at this address.').waitFor()
    await page.getByText('Held', { exact: true }).waitFor()
  }, 300_000)

  it('are counted by what was decided of them', async () => {
    await open('pages')
    const card = page.locator('#sent')
    await card.getByText('The charge of 1 skipped URL was given back.').waitFor()
    const row = card.locator('tbody tr', { hasText: 'The page asks search engines not to show it (noindex).' })
    expect(await row.locator('td').nth(1).textContent()).toBe('1')
  }, 300_000)

  it('have their verdict in the test of URLs without sending', async () => {
    const site = panel.system.addresses.sampleSiteUrl
    await panel.system.api('PATCH', `/projects/${panel.system.demo.project}`, { body: { preflight: true } })
    await open('webhook')
    await page.getByLabel('URLs, one per line').fill(`${site}/winter-offers?draft\n${site}/never-there`)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const rows = page.locator('#try tbody tr')
    await rows.first().waitFor()
    expect(await rows.locator('td[data-name="Reason"]').allTextContents()).toEqual([
      expect.stringContaining('Would be skipped. The page asks search engines not to show it (noindex).'),
      expect.stringContaining('Would be looked at again. There is no page at this address.'),
    ])
  }, 300_000)

  it('are looked up by any URL, and an impossible one is refused', async () => {
    const { pathname } = new URL(panel.pages.find(({ name }) => name === 'pages')?.url ?? '')
    const history = `${panel.system.addresses.publicUrl}${pathname}/history?url=`
    await page.goto(`${history}https%3A%2F%2Fexample.com%2Fnever`)
    await page.getByText('Nothing was decided of this page').waitFor()
    expect((await page.goto(`${history}no+url`))?.status()).toBe(422)
  }, 300_000)

  it('have blocks that do not count, each of which counts again after two clicks', async () => {
    await open('pages')
    const card = page.locator('#changing-blocks')
    await card.getByText('main>article>div.related>ul>li', { exact: true }).waitFor()
    await card.locator('summary').click()
    await card.getByRole('button', { name: 'Count it again' }).click()
    await card.getByText('The block counts again.').waitFor()
    expect(await card.locator('table').count()).toBe(0)
  }, 300_000)

  it('have a sitemap whose address is changed and ended in two clicks', async () => {
    await open('pages')
    const line = page.locator('#lastmod-line')
    const before = await line.textContent()
    const address = (text: string | null): string => text?.replace('Sitemap: ', '') ?? ''
    expect((await fetch(address(before))).status).toBe(200)

    await page.locator('#lastmod summary', { hasText: 'Change the address' }).click()
    await page.locator('#lastmod').getByRole('button', { name: 'Change the address' }).click()
    await page.getByText('The sitemap of changes has this address now.').waitFor()
    const after = await line.textContent()
    expect(after).not.toBe(before)
    expect([(await fetch(address(before))).status, (await fetch(address(after))).status]).toEqual([404, 200])

    await page.locator('#lastmod summary', { hasText: 'Turn off' }).click()
    await page.locator('#lastmod').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('The sitemap of changes is off.').waitFor()
    expect((await fetch(address(after))).status).toBe(404)
    await page.locator('#lastmod').getByRole('button', { name: 'Turn on' }).click()
    await line.waitFor()
  }, 300_000)

  it('say that they are away while their service is, beside the rest of the page', async () => {
    const service = panel.system.process('pages')
    service.kill('SIGSTOP')
    try {
      await open('pages')
      await page.getByText('The pages are temporarily unavailable.').waitFor()
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
    } finally {
      service.kill('SIGCONT')
    }
  }, 300_000)
})
