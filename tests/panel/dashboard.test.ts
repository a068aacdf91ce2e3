import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type PanelPages, startPanelPages } from './panel-pages.ts'
import { chromiumPath, withBrowser } from './start-browser.ts'

let panel: PanelPages

beforeAll(async () => {
  if (chromiumPath !== undefined) panel = await startPanelPages()
}, 300_000)

afterAll(async () => {
  await panel?.destroy()
}, 300_000)

/** Opens a page by its name, as its viewer. */
async function onPage(
  name: string,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { viewer, url } = panel.pages.find((page) => page.name === name) ?? { viewer: 'owner', url: name }
  const context = await panel.newContext(viewer, options)
  const page = await context.newPage()
  await page.goto(url)
  await work(page)
  await context.close()
}

const section = (page: Page, name: string) => page.locator('section', { has: page.getByRole('heading', { name }) })
const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not shown.`)
  return box
}

withBrowser('the dashboard', () => {
  it('counts on the overview what needs attention, and lists the worst pages first', async () => {
    await onPage('overview', {}, async (page) => {
      expect(await section(page, 'Needs your attention').getByRole('listitem').allTextContents()).toEqual([
        '1 URL rejected by a search engine',
      ])
      await page.getByText(/^Last 30 days: 83.3 % delivered$/).waitFor()
      const worst = await section(page, 'Pages with the lowest scores').locator('tbody .badge').allTextContents()
      const scores = worst.flatMap((text) => /\d+/.exec(text) ?? []).map(Number)
      expect(scores.length).toBeGreaterThan(2)
      expect(scores).toEqual(scores.toSorted((left, right) => left - right))
    })
  }, 300_000)

  it('shows the rest of the overview while a service is away', async () => {
    const report = panel.system.process('report')
    report.kill('SIGSTOP')
    try {
      await onPage('overview', {}, async (page) => {
        await page.getByText('Reports are temporarily unavailable.').first().waitFor()
        await page.getByRole('navigation', { name: 'Main' }).waitFor()
        await section(page, 'Newest deliveries').locator('tbody tr').first().waitFor()
      })
    } finally {
      report.kill('SIGCONT')
    }
  }, 300_000)

  it('lists projects with score, success rate and status', async () => {
    await onPage('projects', {}, async (page) => {
      const row = page.locator('#list tbody tr', { hasText: panel.system.demo.project })
      expect(await row.locator('td[data-name="Score"]').textContent()).toMatch(/^\d+/)
      expect(await row.locator('td[data-name="Last 7 days"]').textContent()).toBe('83.3 % delivered6 URLs')
      await row.getByText('Some rejected').waitFor()
    })
  }, 300_000)

  it('shows how a project fares, with its newest problem in words, behind tabs', async () => {
    await onPage('project', {}, async (page) => {
      const tabs = await page
        .getByRole('navigation', { name: /^Pages of/ })
        .getByRole('link')
        .allTextContents()
      expect(tabs).toEqual(expect.arrayContaining(['Overview', 'Reports', 'Deliveries', 'Requests', 'Webhook']))
      const health = section(page, 'Deliveries').first()
      expect(await health.locator('dt').allTextContents()).toEqual([
        'Delivered',
        'Pending',
        'Retrying',
        'Held',
        'Rejected',
      ])
      expect(await health.locator('dd').allTextContents()).toEqual(['5', '0', '0', '0', '1'])
      await health.getByText('The search engine does not accept the IndexNow key.').waitFor()
      expect(await page.getByRole('heading', { name: 'Set up the site' }).count()).toBe(0)
      await health.getByRole('link', { name: '5', exact: true }).click()
      await page.getByText('5 deliveries shown').waitFor()
    })
    await onPage('project-new', {}, async (page) => {
      await section(page, 'Set up the site').getByText('1 of 5 done').waitFor()
    })
  }, 300_000)

  it('shows each request about a URL to the second, as many as it counts', async () => {
    await onPage('delivery', {}, async (page) => {
      expect(await page.locator('main .attempt').count()).toBe(2)
      await page.getByText('2 requests', { exact: true }).waitFor()
      expect(await page.locator('dt:text-is("Attempts") + dd').textContent()).toMatch(/^2, the last one/)
      for (const time of await page.locator('main .attempt time').allTextContents()) expect(time).toMatch(/:\d\d:\d\d/)
    })
  }, 300_000)

  it('keeps the navigation on error pages, which lead back', async () => {
    await onPage('not-found', {}, async (page) => {
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
      await page.getByText('There is no such report.').waitFor()
      await page.getByRole('link', { name: 'Back to overview' }).click()
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    })
    await onPage('reports-past-the-end', {}, async (page) => {
      await page.getByText('This page is past the end of the list').waitFor()
      await page.getByRole('link', { name: 'First page' }).click()
      await page.locator('#list tbody tr').first().waitFor()
    })
    await onPage('deliveries-invalid', {}, async (page) => {
      await page.getByRole('navigation', { name: 'Main' }).waitFor()
    })
  }, 300_000)

  it('takes and shows times in the zone of the viewer, with UTC in the tooltip', async () => {
    const { url } = panel.pages.find(({ name }) => name === 'requeue') ?? { url: '' }
    await onPage(url.replace(/\?.*/, ''), { timezoneId: 'Asia/Tokyo', locale: 'en-GB' }, async (page) => {
      await page.getByLabel('Rejected since').fill('2026-01-01T09:00:00')
      await page.getByRole('button', { name: 'Count deliveries' }).click()
      await page.getByText('1 Jan 2026, 09:00:00').first().waitFor()
      expect(new URL(page.url()).searchParams.get('since')).toBe('2026-01-01T00:00:00.000Z')
      expect(await page.getByLabel('Rejected since').inputValue()).toMatch(/^2026-01-01T09:00/)
      expect(await page.locator('main time').first().getAttribute('title')).toBe('2026-01-01 00:00:00 UTC')
    })
  }, 300_000)

  it('keeps the times by which deliveries are filtered, over a reload and the next change', async () => {
    await onPage('deliveries', { timezoneId: 'Asia/Tokyo', locale: 'en-GB' }, async (page) => {
      const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
      await page.getByText('More filters').click()
      await page.getByLabel('From', { exact: true }).fill('2026-01-01T09:00')
      await page.getByLabel('Until', { exact: true }).fill('2036-01-01T09:30')
      const times = { from: '2026-01-01T00:00:00.000Z', until: '2036-01-01T00:30:00.000Z' }
      await until('both are in the address', () => asked()['from'] === times.from && asked()['until'] === times.until)
      await page.reload()
      expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('2026-01-01T09:00')
      expect(await page.getByLabel('Until', { exact: true }).inputValue()).toBe('2036-01-01T09:30')
      await page.getByLabel('Channel').selectOption('bing')
      await until('the channel is in the address', () => asked()['channel'] === 'bing')
      expect(asked()['from']).toMatch(/^2026-01-01T00:00/)
      expect(asked()['until']).toMatch(/^2036-01-01T00:30/)
    })
  }, 300_000)

  it('writes the days of charts in the language of the viewer', async () => {
    await onPage('usage', { locale: 'de-DE' }, async (page) => {
      const days = page.locator('svg [data-day]')
      await until('the days are in German', async () =>
        /^\d+\. \p{L}+\.?$/u.test((await days.allTextContents())[0] ?? ''),
      )
    })
  }, 300_000)
})

withBrowser('the layout', () => {
  it('aligns "Sign out" with its neighbours, and labels them on a phone', async () => {
    await onPage('overview', { viewport: { width: 1280, height: 800 } }, async (page) => {
      const [account, leave] = [await boxOf(page, '.own a .icon >> nth=1'), await boxOf(page, '.leave .icon')]
      expect(leave.x).toBe(account.x)
    })
    await onPage('overview', { viewport: { width: 360, height: 740 } }, async (page) => {
      const [account, leave] = [await boxOf(page, '.own li:last-child a'), await boxOf(page, '.leave button')]
      expect([leave.y, leave.height]).toEqual([account.y, account.height])
      for (const text of ['API keys', 'Account', 'Sign out']) await page.getByText(text, { exact: true }).waitFor()
    })
  }, 300_000)

  it('uses a wide screen, and breaks no time and no button on a tablet', async () => {
    await onPage('reports', { viewport: { width: 1920, height: 1080 } }, async (page) => {
      expect((await boxOf(page, '#list table')).width).toBeGreaterThan(1_200)
    })
    await onPage('reports', { viewport: { width: 768, height: 1024 } }, async (page) => {
      const line = 1.7 * (await page.evaluate<number>('parseFloat(getComputedStyle(document.body).fontSize)'))
      expect((await boxOf(page, '#list td time')).height).toBeLessThan(line)
      const needed = 'document.querySelector("#privacy").scrollWidth - document.querySelector("#privacy").clientWidth'
      expect(await page.evaluate(needed)).toBeLessThanOrEqual(0)
    })
  }, 300_000)

  it('scrolls the tabs of a phone to the current one', async () => {
    await onPage('settings', { viewport: { width: 360, height: 740 } }, async (page) => {
      const { x, width } = await boxOf(page, '.tabs [aria-current]')
      expect([x >= 0, x + width <= 360]).toEqual([true, true])
    })
  }, 300_000)
})
