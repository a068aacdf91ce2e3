import type { Broker } from '@pagebell/broker/broker'
import { type Body, type Message, routingKey } from '@pagebell/messages/define-message'
import type { Database, Queryable } from '@pagebell/postgres/database'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { deleteRows } from './queries/delete-rows.ts'
import { insertRow } from './queries/insert-row.ts'
import { lockRows, type OutboxRow } from './queries/lock-rows.ts'

export type Outbox = AsyncDisposable & {
  /** Publishes what has been committed, without waiting for the next poll. Call it after the commit. */
  flush(): void
}

type Options = {
  db: Database
  broker: Pick<Broker, 'publish'>
  /** Every message that this service enqueues. */
  messages: readonly Message[]
  log: Log
  /** How often leftovers are looked for; 500 when absent. */
  pollMs?: number
}

const rowsARound = 100

/** Writes a message into the outbox of the transaction under way. The same id twice is one message. */
export async function enqueue<Declared extends Message>(
  q: Queryable,
  message: Declared,
  body: Body<Declared>,
  id: string,
): Promise<void> {
  await q.query(insertRow({ id, message: routingKey(message), body, traceparent: currentTraceparent() }))
}

/**
 * Publishes committed rows with confirm and deletes them on the confirm. Any number of copies may run: each takes rows
 * that no other holds. A row whose confirm does not come stays, and is published again with the same id.
 */
export function startOutbox({ db, broker, messages, log, pollMs = 500 }: Options): Outbox {
  const byKey = new Map(messages.map((message) => [routingKey(message), message]))

  async function publish({ id, message, body, traceparent }: OutboxRow): Promise<string> {
    const declared = byKey.get(message)
    if (declared === undefined) throw new Error(`The outbox holds ${message}, which this service does not declare.`)
    await broker.publish(declared, body, { id, traceparent: traceparent ?? undefined })
    return id
  }

  /** How many rows were found and how many of them are published and gone. */
  function round(): Promise<{ found: number; published: number }> {
    return db.transaction(async (q) => {
      const { rows } = await q.query<OutboxRow>(lockRows(rowsARound))
      const outcomes = await Promise.allSettled(rows.map(publish))
      const confirmed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      if (confirmed.length > 0) await q.query(deleteRows(confirmed))
      const refused = outcomes.find((outcome) => outcome.status === 'rejected')
      if (refused) log.warn({ err: refused.reason }, `${rows.length - confirmed.length} messages wait in the outbox`)
      return { found: rows.length, published: confirmed.length }
    })
  }

  const polling = repeat(
    pollMs,
    async (signal) => {
      // Goes on while whole rounds are published; one that fails waits for the next poll.
      for (;;) {
        const { found, published } = await round()
        if (found < rowsARound || published < found || signal.aborted) return
      }
    },
    log,
    'the outbox',
  )
  return { flush: () => polling.now(), [Symbol.asyncDispose]: () => polling[Symbol.asyncDispose]() }
}
