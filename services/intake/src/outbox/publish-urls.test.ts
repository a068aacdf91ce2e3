import { expect, it } from '@jest/globals'
import type { BatchPart } from './publish-batch.ts'
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
const part = (changes: Partial<BatchPart['body']> = {}, more: Partial<BatchPart> = {}): BatchPart => ({
  id: 'b',
  body: { ...body, ...changes },
  schedule: null,
  batchUrls: 1,
  traceparent: 't',
  ...more,
})
const envelope = { id: 'b', traceparent: 't' }
const counted = { ...envelope, extensions: { batchurls: '1' } }

function publishing(refuse?: string) {
  const sent: [string, object, object][] = []
  const to =
    (consumer: string) =>
    async (...message: [object, object]): Promise<void> => {
      if (consumer === refuse) throw new Error('Not confirmed.')
      sent.push([consumer, ...message])
    }
  const tools = { toNotifier: to('notifier'), toNotifierTogether: to('together'), toPages: to('pages') }
  return { sent, publish: publishUrls(tools) }
}

it('publishes to pages what has pre-flight, under the same id', async () => {
  const { sent, publish } = publishing()
  await publish([part({ preflight: true })])
  await publish([part()])
  expect(sent).toEqual([
    ['notifier', { ...body, preflight: true }, counted],
    ['pages', body, envelope],
    ['notifier', body, counted],
  ])
})

it('tells pages what a batch waits for, and the notifier until when', async () => {
  const { sent, publish } = publishing()
  const schedule = { not_before: '2026-11-26T01:00:00.000Z' }
  const waits_until = schedule.not_before
  await publish([part({ preflight: true, waits_until }, { schedule })])
  expect(sent.map(([consumer, message]) => [consumer, message])).toEqual([
    ['notifier', { ...body, preflight: true, waits_until }],
    ['pages', { ...body, schedule }],
  ])
})

it('publishes several parts in one message, each with its size and trace', async () => {
  const { sent, publish } = publishing()
  await publish([part(), part({ batch_id: 'c', action: 'delete' }, { id: 'c', batchUrls: 7, traceparent: undefined })])
  const { account_id, project_id, project, ...ofBatch } = body
  const batches = [
    { ...ofBatch, batch_urls: 1, traceparent: 't' },
    { ...ofBatch, batch_id: 'c', action: 'delete', batch_urls: 7 },
  ]
  expect(sent).toEqual([['together', { account_id, project_id, project, batches }, envelope]])
})

it.each(['notifier', 'pages'])(
  'is not done while %s has not confirmed, so that the batch stays in the outbox',
  async (away) => {
    await expect(publishing(away).publish([part({ preflight: true })])).rejects.toThrow('Not')
  },
)
