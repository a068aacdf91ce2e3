import { expect, it } from '@jest/globals'
import { publishUrls } from './publish-urls.ts'

const body = {
  batch_id: 'b',
  account_id: 'a',
  project_id: 'p',
  project: 'example.com',
  channel: 'indexnow',
  action: 'update' as const,
  urls: ['https://example.com/'],
  submitted_at: '2026-11-26T00:00:00.000Z',
}
const envelope = { id: 'b', traceparent: 't', extensions: { batchurls: '1' } }

it('publishes to pages what has pre-flight, under the same id', async () => {
  const sent: [string, object, object][] = []
  const publish = publishUrls(
    async (...message) => void sent.push(['notifier', ...message]),
    async (...message) => void sent.push(['pages', ...message]),
  )
  await publish({ ...body, preflight: true }, envelope)
  await publish(body, envelope)
  expect(sent).toEqual([
    ['notifier', { ...body, preflight: true }, envelope],
    ['pages', body, { id: 'b', traceparent: 't' }],
    ['notifier', body, envelope],
  ])
})

it('tells pages what a batch waits for, and the notifier until when', async () => {
  const sent: [string, object][] = []
  const publish = publishUrls(
    async (one) => void sent.push(['notifier', one]),
    async (one) => void sent.push(['pages', one]),
  )
  const schedule = { not_before: '2026-11-26T01:00:00.000Z' }
  const waits_until = schedule.not_before
  await publish({ ...body, preflight: true, schedule, waits_until }, envelope)
  expect(sent).toEqual([
    ['notifier', { ...body, preflight: true, waits_until }],
    ['pages', { ...body, schedule }],
  ])
})

it.each(['notifier', 'pages'])(
  'is not done while %s has not confirmed, so that the batch stays in the outbox',
  async (away) => {
    const to = (service: string) => async () => {
      if (service === away) throw new Error('Not confirmed.')
    }
    await expect(publishUrls(to('notifier'), to('pages'))({ ...body, preflight: true }, envelope)).rejects.toThrow(
      'Not',
    )
  },
)
