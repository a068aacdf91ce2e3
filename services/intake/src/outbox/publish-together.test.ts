import { expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import type { OutboxBatch } from './publish-batch.ts'
import { publishTogether } from './publish-together.ts'

const batch = (batchId: string, changes: Partial<OutboxBatch> = {}): OutboxBatch => ({
  batchId,
  accountId: 'a',
  projectId: 'p',
  project: 'example.com',
  channel: 'indexnow',
  action: 'update',
  urls: ['https://example.com/'],
  submittedAt: '2026-11-27T00:00:00.000Z',
  traceparent: null,
  preflight: false,
  schedule: null,
  ...changes,
})
const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`)

/** The ids of the parts of each message that is sent for these batches, and which batches were confirmed. */
async function sendTogether(batches: OutboxBatch[], refuse: (ids: string[]) => Error | undefined = () => undefined) {
  const messages: string[][] = []
  const publishing = publishTogether(batches, async (parts) => {
    const ids = parts.map(({ id }) => id)
    messages.push(ids)
    const error = refuse(ids)
    if (error !== undefined) throw error
  })
  const settled = await Promise.allSettled(publishing.map(({ confirmed }) => confirmed))
  const confirmed = publishing.flatMap(({ batchId }, place) =>
    settled[place]?.status === 'fulfilled' ? [batchId] : [],
  )
  return { messages, confirmed }
}

it('puts the batches of a project into one message', async () => {
  const { messages, confirmed } = await sendTogether([
    batch('one'),
    batch('another', { projectId: 'q' }),
    batch('two', { action: 'delete' }),
  ])
  expect(messages).toEqual([['one', 'two'], ['another']])
  expect(confirmed).toEqual(['one', 'another', 'two'])
})

it('puts at most 1,000 URLs into one message, in parts of one channel', async () => {
  const { messages } = await sendTogether([
    batch('one', { urls: urls(600) }),
    batch('two', { urls: urls(400) }),
    batch('three', { urls: urls(1_001) }),
    batch('four', { channel: 'indexnow,bing', urls: ['indexnow https://example.com/', 'bing https://example.com/'] }),
  ])
  expect(messages).toEqual([['one', 'two'], ['three'], ['three.2', 'four.indexnow', 'four.bing']])
})

it('sends a batch with pre-flight alone, since pages gets it too', async () => {
  const { messages } = await sendTogether([batch('one'), batch('two', { preflight: true }), batch('three')])
  expect(messages).toEqual([['one', 'three'], ['two']])
})

it('leaves a batch in the outbox until all of its messages are confirmed', async () => {
  const away = fault('unavailable', 'RabbitMQ is away.')
  const big = batch('big', { urls: urls(1_500) })
  const { messages, confirmed } = await sendTogether([big, batch('small')], ([id]) => (id === 'big' ? away : undefined))
  expect(messages).toEqual([['big'], ['big.2', 'small']])
  expect(confirmed).toEqual(['small'])
})

it('does not let one batch keep its neighbours from being published', async () => {
  const invalid = fault('invalid', 'urls.submitted.v2/batches/1 is wrong.')
  const broken = batch('broken', { preflight: true, schedule: { not_before: 'never' } })
  const { messages, confirmed } = await sendTogether([batch('one'), batch('wrong'), broken, batch('two')], (ids) =>
    ids.includes('wrong') ? invalid : undefined,
  )
  expect(messages).toEqual([['one', 'wrong', 'two'], ['one'], ['wrong'], ['two']])
  expect(confirmed).toEqual(['one', 'two'])
})
