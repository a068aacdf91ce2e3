import { describe, expect, it } from '@jest/globals'
import type { Usage__Output as Usage } from '@pagebell/protos/intake/v1/intake'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { type Announcement, isUnderWay, loadAnnouncement } from './announcement-cards.ts'

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

describe('the page of an announcement', () => {
  const quota = (remaining: number | undefined) => ({ day: { remaining: 5 }, month: { remaining } }) as Usage
  const requested = { url, report: undefined, deliveries: [], isRequested: true, usage: quota(7) }
  const delivery = (status: string) => ({ ...requested, deliveries: [{ status } as Delivery] })
  const rating = (status: string) => ({ ...requested, isRequested: false, report: { url, status } as Report })

  it.each<[string, boolean, Announcement]>([
    ['the first delivery is about to appear', true, requested],
    ['the quota has no limit', true, { ...requested, usage: quota(undefined) }],
    ['nothing is known of the quota', true, { ...requested, usage: undefined }],
    ['the quota is used up', false, { ...requested, usage: quota(0) }],
    ['nothing was requested', false, { ...requested, isRequested: false }],
    ['the page is being rated', true, rating('running')],
    ['the page was rated', false, rating('done')],
    ['the page is checked before it is sent', true, delivery('checking')],
    ['a delivery is tried again', true, delivery('retrying')],
    ['a delivery is held', false, delivery('held')],
    ['a delivery was rejected', false, delivery('rejected')],
    ['it is delivered', false, delivery('delivered')],
  ])('while %s, reloads itself: %p', (_state, expected, announcement) => {
    expect(isUnderWay(announcement)).toBe(expected)
  })
})
