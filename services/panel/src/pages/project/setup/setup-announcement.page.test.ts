import { expect, it } from '@jest/globals'
import { textOf } from '@pagebell/html/template'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { testFrame } from '../../../../test/test-frame.ts'
import { announcementPage } from './setup-announcement.page.ts'
import type { Progress } from './setup-progress.ts'

const url = 'https://example.com/'
const report = { id: '1', url, status: 'done', result: 'good', score: 90 } as Report
const delivery = { id: '2', url, channel: 'indexnow', status: 'delivered' } as Delivery
const announcement = { url, report, deliveries: [delivery], isRequested: false, usage: undefined }
const before: Progress = { connection: 'used', keyFile: 'served', isRated: false, isAnnounced: false }

it.each<[string, Progress, RegExp]>([
  ['read before the rating and the delivery ended', before, /example\.com is set up/],
  ['read between them', { ...before, isRated: true }, /example\.com is set up/],
  ['without a way by which changes arrive', { ...before, connection: 'none' }, /Choose how changes arrive/],
])('shows the end of the set-up with progress %s', (_when, progress, expected) => {
  const site = { project: 'example.com', firstPage: url, progress }
  expect(textOf(announcementPage(testFrame, { site, announcement, sent: undefined }))).toMatch(expected)
})

it('does not show the end of the set-up while its page is not rated', () => {
  const site = { project: 'example.com', firstPage: url, progress: { ...before, isAnnounced: true } }
  const unrated = { ...announcement, report: undefined }
  expect(textOf(announcementPage(testFrame, { site, announcement: unrated, sent: undefined }))).not.toMatch(/is set up/)
})
