import type { Broker } from '@pagebell/broker/broker'
import { checkBody } from '@pagebell/broker/envelope'
import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { outboxAge, outboxMessages } from '@pagebell/runtime/metrics'
import { repeat } from '@pagebell/runtime/repeat'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { claimMessages, type Waiting } from './queries/claim-messages.ts'
import { deleteMessages } from './queries/delete-messages.ts'
import { findMessage } from './queries/find-message.ts'
import { insertMessage } from './queries/insert-message.ts'
import { type Backlog, measureMessages } from './queries/measure-messages.ts'

const pollMs = 500
const messagesARound = 100
const countedAtMost = 100_000

export type Outbox = AsyncDisposable & {
  /** Publishes at once what has been committed; call it after the commit. */
  flush(): void
}

/**
 * Writes a message in the transaction that `q` is in: it leaves if and only if that commits. `id` (a UUID) becomes the
 * message's id; two messages need two. Throws, and so rolls back, when the body is not as its schema says.
 */
export async function enqueue<Declared extends Message>(
  q: Queryable,
  message: Declared,
  body: Body<Declared>,
  id: string,
): Promise<void> {
  checkBody(message, body)
  const accountId = accountOf(body)
  const row = { id, message: routingKey(message), body, traceparent: currentTraceparent(), accountId }
  for (let tries = 1; (await q.query(insertMessage(row))).rowCount === 0; tries++) {
    const { rows } = await q.query<{ message: string }>(findMessage(id))
    if (rows.length === 0 && tries === 10) throw new Error(`The outbox has a message ${id} of another account.`)
    // The same message again, before the first has left, is one message; what left between the two statements is not there.
    if (rows[0]?.message === row.message) return
    if (rows[0])
      throw new Error(`The outbox has a message ${id} already, and it is ${rows[0].message}, not ${row.message}.`)
  }
}

/** Most messages say whose they are. */
function accountOf(body: unknown): string | undefined {
  const { account_id: accountId } = body as { account_id?: unknown }
  return typeof accountId === 'string' ? accountId : undefined
}

type Options = { db: Database; broker: Pick<Broker, 'publish'>; messages: Message[]; log: Log }

/**
 * Publishes what was enqueued, and deletes each row on its confirm: at least once, with the same id each time. Any number
 * of copies may run. What a copy left behind is found within half a second.
 */
export function startOutbox({ db, broker, messages, log }: Options): Outbox {
  const byKey = new Map(messages.map((message) => [routingKey(message), message]))
  let away = false

  async function publish({ id, message: key, body, traceparent }: Waiting): Promise<void> {
    const message = byKey.get(key)
    if (!message) throw new Error(`The outbox was not told of ${key}.`)
    await broker.publish(message, body as Body<Message>, { id, traceparent: traceparent ?? undefined })
  }

  /** Answers whether there may be more to do at once. */
  async function round(): Promise<boolean> {
    return db.transaction(async (q) => {
      const { rows } = await q.query<Waiting>(claimMessages([...byKey.keys()], messagesARound))
      if (rows.length === 0) return false
      const outcomes = await Promise.allSettled(rows.map(publish))
      const published = rows.filter((_row, n) => outcomes[n]?.status === 'fulfilled')
      if (published.length > 0) await q.query(deleteMessages(published.map(({ id }) => id)))
      report(outcomes.find((outcome) => outcome.status === 'rejected')?.reason)
      return published.length === messagesARound
    })
  }

  /** One line when messages begin to stay and one when they leave again, instead of two a second. */
  function report(reason: unknown): void {
    if (reason !== undefined && !away) log.warn({ err: reason }, 'messages stay in the outbox')
    if (reason === undefined && away) log.info('messages leave the outbox again')
    away = reason !== undefined
  }

  const rounds = repeat(
    pollMs,
    async (signal) => {
      while (!signal.aborted && (await round()));
    },
    log,
    'the outbox',
  )

  /** Both metrics are read in one collection, which counts once. */
  let measured: Promise<Backlog[]> | undefined
  const measure = (): Promise<Backlog[]> => {
    measured ??= db
      .query<Backlog>(measureMessages(countedAtMost))
      .then(({ rows }) => rows)
      .finally(() => {
        measured = undefined
      })
    return measured
  }
  const measuring = [
    outboxMessages.read(async () => (await measure()).map(({ messages }) => ({ value: messages, labels: {} }))),
    outboxAge.read(async () => (await measure()).map(({ oldest_seconds }) => ({ value: oldest_seconds, labels: {} }))),
  ]
  return {
    flush: () => rounds.now(),
    async [Symbol.asyncDispose]() {
      for (const one of measuring) one[Symbol.dispose]()
      await rounds[Symbol.asyncDispose]()
    },
  }
}
