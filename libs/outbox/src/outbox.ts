import { randomUUIDv7 } from 'node:crypto'
import type { Broker } from '@pagebell/broker/broker'
import { checkBody } from '@pagebell/broker/envelope'
import { Fault } from '@pagebell/faults/fault'
import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { outboxAge, outboxMessages } from './metrics.ts'
import {
  type Backlog,
  claimMessages,
  deleteMessages,
  findMessage,
  insertMessage,
  insertMessages,
  measureMessages,
  type Waiting,
} from './outbox.sql.ts'

const pollIntervalMs = 500
const batchSize = 100
/** Milliseconds after which what failed is tried again, even if there is always more to publish. */
const maxRoundMs = 60_000
const maxCounted = 100_000
const maxInserts = 10

export type Outbox = AsyncDisposable & {
  /** Publishes at once what has been committed; call it after the commit. */
  flush(): void
}

/**
 * Writes a message in the transaction that `q` is in: it is published if and only if that commits. `id` (a UUID) becomes the
 * message's id; two messages need two. Throws, and so rolls back, if the body does not fit its schema.
 */
export async function enqueue<Declared extends Message>(
  q: Queryable,
  message: Declared,
  body: Body<Declared>,
  id: string,
): Promise<void> {
  checkBody(message, body)
  const row = {
    id,
    message: routingKey(message),
    body,
    traceparent: currentTraceparent(),
    accountId: accountOf(body),
  }
  for (let inserts = 1; !(await insertMessage(q, row)); inserts++) {
    const existing = await findMessage(q, id)
    // A message that is enqueued again before it is published is one message.
    if (existing === row.message) return
    if (existing) throw new Error(`The outbox has a message ${id} already, and it is ${existing}, not ${row.message}.`)
    // It may have been published and deleted between the two statements.
    if (inserts === maxInserts) throw new Error(`The outbox has a message ${id} of another account.`)
  }
}

/** Writes messages as `enqueue` does, with new ids and in one statement, however many they are. */
export async function enqueueAll<Declared extends Message>(
  q: Queryable,
  message: Declared,
  bodies: Body<Declared>[],
): Promise<void> {
  for (const body of bodies) checkBody(message, body)
  const about = { message: routingKey(message), traceparent: currentTraceparent() }
  const rows = bodies.map((body) => ({ id: randomUUIDv7(), body, accountId: accountOf(body) }))
  await insertMessages(q, about, rows)
}

function accountOf(body: object): string | undefined {
  return 'account_id' in body && typeof body.account_id === 'string' ? body.account_id : undefined
}

/** One batch: the time of its newest row, whether there may be more rows, and what failed. */
type Batch = { newest: string | undefined; isFull: boolean; failed: { message: string; reason: unknown }[] }

type OutboxTools = { db: Database; broker: Pick<Broker, 'publish' | 'ping'>; messages: Message[]; log: Log }

/**
 * Publishes what was enqueued, and deletes each row when the broker confirms it: at least once, with the same id each time.
 * Any number of copies may run. Rows that another copy left are found within half a second. Webhook batches have a separate
 * outbox, in services/intake/src/outbox (ADR 61).
 */
export function startOutbox({ db, broker, messages, log }: OutboxTools): Outbox {
  const byKey = new Map(messages.map((message) => [routingKey(message), message]))
  let isBlocked = false

  async function publish({ id, message: key, body, traceparent }: Waiting): Promise<void> {
    const message = byKey.get(key)
    if (!message) throw new Error(`The outbox was not given the message ${key}.`)
    await broker.publish(message, body as Body<Message>, { id, traceparent: traceparent ?? undefined })
  }

  async function publishBatch(kinds: string[], after: string): Promise<Batch> {
    return db.acrossAccounts().transaction(async (q) => {
      const rows = await claimMessages(q, kinds, { after, limit: batchSize })
      const outcomes = await Promise.allSettled(rows.map(publish))
      const published = rows.filter((_row, place) => outcomes[place]?.status === 'fulfilled')
      if (published.length > 0) {
        await deleteMessages(
          q,
          published.map(({ id }) => id),
        )
      }
      const failed = rows.flatMap(({ message }, place) => {
        const outcome = outcomes[place]
        return outcome?.status === 'rejected' ? [{ message, reason: outcome.reason as unknown }] : []
      })
      return { newest: rows.at(-1)?.created_at, isFull: rows.length === batchSize, failed }
    })
  }

  /**
   * From the oldest row to the newest. What fails is passed over until the next round, so that it does not stop what is
   * behind it: a row that is refused alone, and otherwise every row of its kind, for each of which the broker may take
   * seconds to fail.
   */
  async function publishAll(signal: AbortSignal): Promise<void> {
    const endsAt = performance.now() + maxRoundMs
    const kinds = new Set(byKey.keys())
    let after = '-infinity'
    let failure: unknown
    let batch: Batch
    do {
      batch = await publishBatch([...kinds], after)
      const [first] = batch.failed
      if (first === undefined) continue
      failure ??= first.reason
      after = batch.newest ?? after
      for (const { message, reason } of batch.failed) if (!isRefused(reason)) kinds.delete(message)
      // While the broker is away nothing behind these rows can be published either.
      if (batch.failed.length === batchSize && !(await isBrokerThere())) break
    } while (batch.isFull && kinds.size > 0 && performance.now() < endsAt && !signal.aborted)
    logChange(failure)
  }

  const isBrokerThere = (): Promise<boolean> =>
    broker.ping().then(
      () => true,
      () => false,
    )

  /** One line when publishing starts to fail and one when it works again, instead of two a second. */
  function logChange(failure: unknown): void {
    if (failure !== undefined && !isBlocked) log.warn({ err: failure }, 'messages stay in the outbox')
    if (failure === undefined && isBlocked) log.info('messages leave the outbox again')
    isBlocked = failure !== undefined
  }

  const polling = repeat(pollIntervalMs, publishAll, log, 'the outbox')
  const readers = measureOutbox(db)
  return {
    flush: () => polling.now(),
    async [Symbol.asyncDispose]() {
      for (const reader of readers) reader[Symbol.dispose]()
      await polling[Symbol.asyncDispose]()
    },
  }
}

/** That the message does not fit its schema, as one that a newer version has left, says nothing about others of its kind. */
const isRefused = (reason: unknown): boolean => reason instanceof Fault && reason.kind === 'invalid'

function measureOutbox(db: Database): Disposable[] {
  let measuring: Promise<Backlog[]> | undefined
  // Both metrics are read in one collection, for which the rows are counted once.
  const measure = (): Promise<Backlog[]> => {
    measuring ??= measureMessages(db.acrossAccounts(), maxCounted).finally(() => {
      measuring = undefined
    })
    return measuring
  }
  return [
    outboxMessages.read(async () => (await measure()).map(({ messages }) => ({ value: messages, labels: {} }))),
    outboxAge.read(async () => (await measure()).map(({ oldest_seconds }) => ({ value: oldest_seconds, labels: {} }))),
  ]
}
