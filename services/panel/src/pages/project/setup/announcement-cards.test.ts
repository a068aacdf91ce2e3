import { expect, it } from '@jest/globals'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { loadAnnouncement } from './announcement-cards.ts'

const url = 'https://example.com/'
const place = { account_id: 'account', project: 'example.com' }

/** The services of an account with these reports, newest first; `knowsUrl` tells the version of the report service. */
const clientsWith = (reports: string[], knowsUrl = true) =>
  ({
    reports: {
      listReports: async (asked: { url: string; per_page: number }) => ({
        reports: reports
          .filter((one) => !knowsUrl || one === asked.url)
          .slice(0, asked.per_page)
          .map((one, n) => ({ id: String(n), url: one }) as Report),
      }),
    },
    deliveries: { listDeliveries: async () => ({ deliveries: [] }) },
  }) as unknown as Parameters<typeof loadAnnouncement>[0]

it('has the report of the page, however many newer ones of longer URLs there are', async () => {
  const newer = Array.from({ length: 40 }, (_, n) => `${url}${n}`)
  const clients = clientsWith([...newer, url])
  const { report } = await loadAnnouncement(clients, place, { page: 'https://Example.com', isRequested: false })
  expect(report?.url).toBe(url)
})

it('has no report of another page', async () => {
  const clients = clientsWith([`${url}a`], false)
  const { report } = await loadAnnouncement(clients, place, { page: url, isRequested: false })
  expect(report).toBeUndefined()
})
