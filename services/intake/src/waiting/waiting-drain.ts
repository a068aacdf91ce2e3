import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import { waitingOverdue, waitingSubmitted, waitingUrls } from '../metrics.ts'
import type { OutboxRelay } from '../outbox/outbox-relay.ts'
import { type SubmitWaitingTools, submitWaiting } from './submit-waiting.ts'
import { claimLists, measureWaiting } from './waiting.sql.ts'

type WaitingDrainTools = SubmitWaitingTools & { outbox: Pick<OutboxRelay, 'isFull'>; log: Log }

const intervalMs = 1_000
const listsPerClaim = 20

/**
 * Submits what waits once there is room: when a day or month turns, and when limits or charges change. Copies share the
 * lists by leases; a list gets one portion a turn, so that a long one delays no other.
 */
export function startWaitingDrain({ outbox, log, ...tools }: WaitingDrainTools): Repeated {
  const q = tools.db.acrossAccounts()
  let waiting = { urls: 0, overdueSeconds: 0 }

  /**
   * Submits a portion of each list that is due. Returns how many lists there were, and throws the first failure at the
   * end.
   */
  async function submitDue(signal: AbortSignal): Promise<number> {
    const lists = await claimLists(q, listsPerClaim)
    const failures: unknown[] = []
    for (const list of lists) {
      // The leases of the others expire.
      signal.throwIfAborted()
      try {
        waitingSubmitted.add(await submitWaiting(list, tools), {})
      } catch (error) {
        // Its lease keeps it from being tried again at once.
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    return lists.length
  }

  async function drain(signal: AbortSignal): Promise<void> {
    waiting = await measureWaiting(q)
    if (waiting.urls === 0) return
    while (!signal.aborted && !outbox.isFull() && (await submitDue(signal)) > 0);
    waiting = await measureWaiting(q)
  }

  const repeated = repeat(intervalMs, drain, log, 'the submission of URLs that wait for the quota')
  const gauges = [
    waitingUrls.read(() => [{ value: waiting.urls, labels: {} }]),
    waitingOverdue.read(() => [{ value: waiting.overdueSeconds, labels: {} }]),
  ]
  return {
    ...repeated,
    async [Symbol.asyncDispose]() {
      for (const gauge of gauges) gauge[Symbol.dispose]()
      await repeated[Symbol.asyncDispose]()
    },
  }
}
