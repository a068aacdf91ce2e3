import type { Log } from '@pagebell/runtime/log'
import { type Repeated, repeat } from '@pagebell/runtime/repeat'
import type { ReportKey } from './reports.sql.ts'

export type EndWatch = AsyncDisposable & {
  /** Resolves when the report's newest run has ended, when the report is gone, or when the signal aborts. */
  wait(report: ReportKey, signal: AbortSignal): Promise<void>
  /** Polls at once: a run has ended in this process. */
  wake(): void
}

const pollMs = 150

/**
 * Polls for the end of runs on behalf of all calls that wait in this process, with one query. The copy that consumes
 * the end of a run is seldom the one in which a call waits, and copies share nothing but the database.
 */
export function createEndWatch(findEnded: (reports: ReportKey[]) => Promise<string[]>, log: Log): EndWatch {
  const waiting = new Map<string, { report: ReportKey; release: Set<() => void> }>()
  let polling: Repeated | undefined
  let closed = false

  async function poll(): Promise<void> {
    for (const id of await findEnded([...waiting.values()].map(({ report }) => report))) {
      for (const release of waiting.get(id)?.release ?? []) release()
    }
  }

  function add(report: ReportKey, release: () => void): void {
    const entry = waiting.get(report.id) ?? { report, release: new Set() }
    entry.release.add(release)
    waiting.set(report.id, entry)
    polling ??= repeat(pollMs, poll, log, 'looking for ended runs')
  }

  function remove({ id }: ReportKey, release: () => void): void {
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

    wake() {
      polling?.now()
    },

    /** Ends every wait, so that calls do not hold up a process that stops. */
    async [Symbol.asyncDispose]() {
      closed = true
      const last = polling
      for (const { release } of waiting.values()) for (const endWait of release) endWait()
      await last?.[Symbol.asyncDispose]()
    },
  }
}
