import { outboxAge, outboxMessages } from '@pagebell/outbox/metrics'
import { createBatcher } from '@pagebell/runtime/batcher'
import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import type { OutboxBatch } from './publish-batch.ts'
import { type Publishing, type PublishParts, publishTogether } from './publish-together.ts'

/** Waiting batches, and the age of the oldest in seconds. */
type Backlog = { batches: number; oldestSeconds: number }

/** The outbox table. */
export type OutboxStore = {
  claim: (limit: number) => Promise<OutboxBatch[]>
  delete: (batchIds: string[]) => Promise<void>
  measure: (countTo: number) => Promise<Backlog>
}

type RelayOptions = {
  publish: PublishParts
  /** Throws while the broker is away. */
  pingBroker: () => Promise<unknown>
  store: OutboxStore
  log: Log
  /** Milliseconds between two searches for batches that were left over; 500 by default. */
  intervalMs?: number
  /** From this backlog on no more batches are taken in; 50,000 batches or 15 minutes by default. */
  maxBacklog?: Backlog
}

export type OutboxRelay = Repeated & {
  /** Publishes batches that have just been committed together. Never throws: what fails is published by a later round. */
  publishNow(batches: readonly OutboxBatch[]): void
  isFull(): boolean
}

const batchesPerClaim = 200

/**
 * Publishes durable batches: at once by the process that committed them, and later by any copy that finds them left
 * over.
 */
export function startOutboxRelay({ publish, pingBroker, store, log, ...options }: RelayOptions): OutboxRelay {
  const maxBacklog = options.maxBacklog ?? { batches: 50_000, oldestSeconds: 900 }
  let full = false
  let isStuck = false
  let backlog: Backlog = { batches: 0, oldestSeconds: 0 }
  let publishing = 0
  let onIdle: (() => void) | undefined

  const deleteSoon = createBatcher<string, void>({
    process: async (batchIds) => {
      await store.delete(batchIds)
      return batchIds.map(() => undefined)
    },
    concurrency: 1,
    // Confirms come a few at a time, and a row costs little beside the statement that deletes it.
    intervalMs: 50,
    weigh: () => 1,
    maxWeight: 1_000,
    timeoutMs: 30_000,
    onTimeout: () => new Error('Confirmed batches could not be deleted from the outbox in time.'),
  })

  // An unconfirmed message may have arrived all the same: its batches are sent again, never taken back.
  async function forgetConfirmed({ batchId, confirmed }: Publishing): Promise<void> {
    await confirmed
    await deleteSoon(batchId)
  }

  /** Publishes batches. An outcome is rejected if its batch stays in the outbox. */
  async function publishAll(batches: readonly OutboxBatch[]): Promise<PromiseSettledResult<void>[]> {
    publishing += 1
    try {
      return await Promise.allSettled(publishTogether(batches, publish).map(forgetConfirmed))
    } finally {
      publishing -= 1
      if (publishing === 0) onIdle?.()
    }
  }

  async function publishLeftOver(signal: AbortSignal): Promise<void> {
    backlog = await store.measure(maxBacklog.batches)
    full = backlog.batches >= maxBacklog.batches || backlog.oldestSeconds >= maxBacklog.oldestSeconds
    if (backlog.batches === 0) return logChange(undefined)
    await pingBroker()
    let claimed: number
    let failure: PromiseRejectedResult | undefined
    do {
      const outcomes = await publishAll(await store.claim(batchesPerClaim))
      claimed = outcomes.length
      failure = outcomes.find((outcome) => outcome.status === 'rejected')
      if (claimed > 0) logChange(failure)
    } while (claimed === batchesPerClaim && failure === undefined && !signal.aborted)
  }

  /** One line when batches that were left over stay in the outbox, and one when they leave it again. */
  function logChange(failure: PromiseRejectedResult | undefined): void {
    if (failure !== undefined && !isStuck) log.warn({ err: failure.reason }, 'batches stay in the outbox')
    if (failure === undefined && isStuck) log.info('batches leave the outbox again')
    isStuck = failure !== undefined
  }

  const repeated = repeat(options.intervalMs ?? 500, publishLeftOver, log, 'the outbox relay')
  const gauges = [
    outboxMessages.read(() => [{ value: backlog.batches, labels: {} }]),
    outboxAge.read(() => [{ value: backlog.oldestSeconds, labels: {} }]),
  ]
  return {
    ...repeated,
    publishNow(batches) {
      void publishAll(batches)
    },
    isFull: () => full,
    async [Symbol.asyncDispose]() {
      for (const gauge of gauges) gauge[Symbol.dispose]()
      await repeated[Symbol.asyncDispose]()
      if (publishing > 0) await new Promise<void>((resolve) => (onIdle = resolve))
    },
  }
}
