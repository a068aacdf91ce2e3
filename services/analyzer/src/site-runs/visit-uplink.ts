import type { AskParent, EncodedVisit, RunProgress } from './crawl-messages.ts'

const maxVisits = 50
const maxBytes = 1_000_000
/** Visits wait so long for others to go with them: what is not stored is requested again after a failure. */
const batchMs = 500
const signMs = 5_000

export type VisitUplink = {
  /** Aborts when the turn of the crawl is over. */
  readonly turnOver: AbortSignal
  /** Counts that go with the next visits. */
  progress: RunProgress
  /** Resolves at once, or, where as many wait as are sent together, when these have been stored. */
  push(visit: EncodedVisit): Promise<void>
  /** Resolves when all have been stored. */
  finish(): Promise<void>
}

/**
 * Sends visits to the parent in portions, and a heartbeat where there are none. The crawl waits for the storage of
 * what it has visited, so that a slow database slows it down.
 */
export function startVisitUplink(ask: AskParent): VisitUplink {
  let waiting: EncodedVisit[] = []
  let bytes = 0
  let isFinishing = false
  let wake: () => void = () => undefined
  let sent = Promise.withResolvers<void>()
  const turn = new AbortController()
  const uplink: VisitUplink = {
    turnOver: turn.signal,
    progress: { requested: 0, failed: 0, waiting: 0 },
    async push(visit) {
      waiting.push(visit)
      bytes += visit.body.byteLength
      if (!isFull()) return
      wake()
      await sent.promise
    },
    async finish() {
      isFinishing = true
      wake()
      await rounds
    },
  }
  const rounds = send()

  function isFull(): boolean {
    return waiting.length >= maxVisits || bytes >= maxBytes
  }

  async function send(): Promise<void> {
    let sentAt = performance.now()
    for (;;) {
      if (!isFull() && !isFinishing) await pause()
      const isLast = isFinishing
      if (waiting.length === 0 && !isLast && performance.now() < sentAt + signMs) continue
      sentAt = performance.now()
      const visits = waiting
      waiting = []
      bytes = 0
      const done = sent
      sent = Promise.withResolvers()
      for (let first = 0; first === 0 || first < visits.length; first += maxVisits) {
        const portion = visits.slice(first, first + maxVisits)
        const { isTurnOver } = await ask({ kind: 'visits', visits: portion, progress: uplink.progress })
        if (isTurnOver) turn.abort()
      }
      done.resolve()
      if (isLast) return
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, batchMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return uplink
}
