import { gather } from '@pagebell/runtime/gather'
import type { Log } from '@pagebell/runtime/log'
import { outboxAge, outboxMessages } from '@pagebell/runtime/metrics'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { publishBatch, type Send, type Waiting } from './publish-batch.ts'

type Options = {
  send: Send
  /** Throws while the broker is away. */
  ping: () => Promise<unknown>
  claim: (atMost: number) => Promise<Waiting[]>
  forget: (batchIds: string[]) => Promise<void>
  measure: (countTo: number) => Promise<{ batches: number; oldestSeconds: number }>
  log: Log
  /** Milliseconds between two looks for what was left over. */
  everyMs?: number
  /** Waiting batches, and the age of the oldest in seconds, from which on no more are taken in. */
  atMost?: { batches: number; oldestSeconds: number }
}

export type OutboxRelay = Repeated & {
  /** Publishes a batch that has just been committed. Never throws: what fails is published by a later round. */
  publishNow(batch: Waiting): void
  isFull(): boolean
}

const claimedAtOnce = 200

/** Brings durable batches to RabbitMQ: at once by those who made them, and later by whoever finds them left over. */
export function relayOutbox({ send, ping, claim, forget, measure, log, ...options }: Options): OutboxRelay {
  const atMost = options.atMost ?? { batches: 50_000, oldestSeconds: 900 }
  let full = false
  let seen = { batches: 0, oldestSeconds: 0 }
  // Counted and not collected: a Set of what comes and goes leaves its old tables behind, each of which holds the next.
  let underWay = 0
  let atRest: (() => void) | undefined

  const forgetSoon = gather<string, void>({
    work: async (batchIds) => {
      await forget(batchIds)
      return batchIds.map(() => undefined)
    },
    inFlight: 1,
    // Confirms come a few at a time, and a row costs little beside the statement that takes it out.
    everyMs: 50,
    weigh: () => 1,
    maxWeight: 1_000,
    deadlineMs: 30_000,
    late: () => new Error('Confirmed batches could not be taken from the outbox in time.'),
  })

  async function tryPublish(batch: Waiting): Promise<boolean> {
    try {
      await publishBatch(batch, send)
      await forgetSoon(batch.batchId)
      return true
    } catch (error) {
      // An unconfirmed message may have arrived all the same: it is sent again with the same id, never taken back.
      log.debug({ err: error, batch_id: batch.batchId }, 'a batch stays in the outbox')
      return false
    }
  }

  function publish(batch: Waiting): Promise<boolean> {
    underWay += 1
    return tryPublish(batch).finally(() => {
      underWay -= 1
      if (underWay === 0) atRest?.()
    })
  }

  async function round(signal: AbortSignal): Promise<void> {
    seen = await measure(atMost.batches)
    const { batches, oldestSeconds } = seen
    full = batches >= atMost.batches || oldestSeconds >= atMost.oldestSeconds
    if (batches === 0) return
    await ping()
    let published: boolean[]
    do published = await Promise.all((await claim(claimedAtOnce)).map(publish))
    while (published.length === claimedAtOnce && published.every(Boolean) && !signal.aborted)
  }

  const repeated = repeat(options.everyMs ?? 500, round, log, 'the outbox relay')
  const measuring = [
    outboxMessages.read(() => [{ value: seen.batches, labels: {} }]),
    outboxAge.read(() => [{ value: seen.oldestSeconds, labels: {} }]),
  ]
  return {
    ...repeated,
    publishNow(batch) {
      void publish(batch)
    },
    isFull: () => full,
    async [Symbol.asyncDispose]() {
      for (const one of measuring) one[Symbol.dispose]()
      await repeated[Symbol.asyncDispose]()
      if (underWay > 0) await new Promise<void>((resolve) => (atRest = resolve))
    },
  }
}
