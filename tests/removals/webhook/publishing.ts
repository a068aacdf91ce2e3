import type { Removal } from '../removal.ts'

/** How URLs get into the queue. */
export const publishing: readonly Removal[] = [
  {
    promise: 'what is sent on is normalised',
    file: 'services/intake/src/judge-urls.ts',
    find: '{ channel, url: normalised.url }',
    put: '{ channel, url: text }',
  },
  {
    promise: 'it is sent in parts of 1,000',
    file: 'libs/messages/src/urls-submitted.ts',
    find: 'export const urlsPerMessage = 1_000',
    put: 'export const urlsPerMessage = 10_000',
  },
  {
    promise: 'requests share transactions',
    file: 'libs/runtime/src/gather.ts',
    find: 'if (count > 0 && weight > options.maxWeight) break',
    put: 'if (count > 0) break',
  },
  {
    promise: 'an idle system waits for nothing',
    file: 'libs/runtime/src/gather.ts',
    find: 'setImmediate(() => running < options.inFlight && void run())',
    put: 'setTimeout(() => running < options.inFlight && void run(), 100)',
  },
  {
    promise: 'the outbox is emptied while requests keep coming',
    file: 'services/intake/src/relay-outbox.ts',
    find: 'await forget(batchIds)',
    put: 'await forget(batchIds.slice(0, 1))',
  },
  {
    promise: 'RabbitMQ away: 202, and every URL arrives',
    file: 'services/intake/src/relay-outbox.ts',
    find: 'do published = await Promise.all((await claim(claimedAtOnce)).map(publish))',
    put: 'do published = (await claim(0)).map(() => true)',
  },
  {
    promise: 'a confirm that does not come: published again with the same id',
    file: 'services/intake/src/publish-batch.ts',
    find: '{ id: part === 0 ? name : `${name}.${part + 1}`, ...envelope }',
    put: '{ id: `${name}.${Math.random()}`, ...envelope }',
  },
  {
    promise: '50,000 batches or 15 minutes in the outbox: 503',
    file: 'services/intake/src/submit-urls.ts',
    find: 'if (backlogIsFull()) {',
    put: 'if (backlogIsFull() && urls.length === 0) {',
  },
]
