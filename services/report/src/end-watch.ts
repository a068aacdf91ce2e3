import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'

export interface WatchedReport {
  accountId: string
  id: string
}

export type EndWatch = AsyncDisposable & {
  /** Resolves when the report's newest run has ended, when the report is gone, or when the signal aborts. */
  wait(report: WatchedReport, signal: AbortSignal): Promise<void>
  /** A run has ended in this process: look at once. */
  nudge(): void
}

const pollMs = 150

/**
 * Watches for the end of runs for everyone who waits in this process, by one query for all of them. The copy that hears
 * of an end is seldom the one that is waited in, and copies share nothing but the database; so it is asked.
 */
export function watchEnds(findEnded: (reports: WatchedReport[]) => Promise<string[]>, log: Log): EndWatch {
  const waiting = new Map<string, { report: WatchedReport; release: Set<() => void> }>()
  let polling: Repeated | undefined
  let closed = false

  async function look(): Promise<void> {
    for (const id of await findEnded([...waiting.values()].map(({ report }) => report))) {
      for (const release of waiting.get(id)?.release ?? []) release()
    }
  }

  function add(report: WatchedReport, release: () => void): void {
    const entry = waiting.get(report.id) ?? { report, release: new Set() }
    entry.release.add(release)
    waiting.set(report.id, entry)
    polling ??= repeat(pollMs, look, log, 'looking for ended runs')
  }

  function remove({ id }: WatchedReport, release: () => void): void {
    const entry = waiting.get(id)
    entry?.release.delete(release)
    if (entry?.release.size === 0) waiting.delete(id)
    if (waiting.size > 0 || polling === undefined) return
    void polling[Symbol.asyncDispose]()
    polling = undefined
  }

  return {
    async wait(report, signal) {
      if (closed || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      add(report, resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
      try {
        await promise
      } finally {
        remove(report, resolve)
      }
    },

    nudge() {
      polling?.now()
    },

    /** Lets everyone go with what there is, so that a stopping process is not held up by those who wait. */
    async [Symbol.asyncDispose]() {
      closed = true
      const last = polling
      for (const { release } of waiting.values()) for (const letGo of release) letGo()
      await last?.[Symbol.asyncDispose]()
    },
  }
}
