import type { Removal } from '../removal.ts'

/** How URLs get into the queue. */
export const publishing: readonly Removal[] = [
  {
    promise: 'what is sent on is normalised',
    in: 'services/intake',
    find: '{ channel, url: normalised.url }',
    put: '{ channel, url: text }',
  },
  {
    promise: 'it is sent in parts of 1,000',
    in: 'libs/messages',
    find: 'export const urlsPerMessage = 1_000',
    put: 'export const urlsPerMessage = 10_000',
  },
  {
    promise: 'requests share transactions',
    in: 'libs/runtime',
    find: 'if (count > 0 && weight > options.maxWeight) break',
    put: 'if (count > 0) break',
  },
  {
    promise: 'an idle system waits for nothing',
    in: 'libs/runtime',
    find: 'setImmediate(() => running < options.concurrency && void run())',
    put: 'setTimeout(() => running < options.concurrency && void run(), 5_000)',
  },
  {
    promise: 'the outbox is emptied while requests keep coming',
    in: 'services/intake',
    find: 'await store.delete(batchIds)',
    put: 'await store.delete(batchIds.slice(0, 1))',
  },
  {
    promise: 'RabbitMQ away: 202, and every URL arrives',
    in: 'services/intake',
    find: 'await publishAll(await store.claim(batchesPerClaim))',
    put: 'await publishAll(await store.claim(0))',
  },
  {
    promise: 'a confirm that does not come: published again with the same id',
    in: 'services/intake',
    find: 'id: part === 0 ? name : `${name}.${part + 1}`',
    put: 'id: `${name}.${Math.random()}`',
  },
  {
    promise: '50,000 batches or 15 minutes in the outbox: 503',
    in: 'services/intake',
    find: 'if (tools.outboxIsFull()) throw',
    put: 'if (tools.outboxIsFull() && submission.urls.length === 0) throw',
  },
]
