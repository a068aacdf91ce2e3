import type { Outcome } from './channel.ts'
import type { Schedule } from './retry-schedule.ts'

export type Tries = { failures: number; unverified: number }

/** What a URL's row becomes. `delayMs` null: it is not tried again by itself. `attempts` is how many this one counts. */
export type Fate = Tries & {
  status: 'delivered' | 'retrying' | 'held' | 'rejected' | 'dropped'
  delayMs: number | null
  attempts: 0 | 1
  reason: string | null
  /** The endpoint that is asked next, if it is another one. */
  via?: string
}

/** The table of outcomes, for one URL. `fallback` is the endpoint that is told what this one refuses. `spread` is about 1 and keeps retries of different sends apart. */
export function decideFate(
  outcome: Outcome,
  tries: Tries,
  schedule: Schedule,
  spread: number,
  fallback?: string,
): Fate {
  const same = { failures: tries.failures, unverified: tries.unverified }
  switch (outcome.kind) {
    case 'delivered':
      return { ...same, status: 'delivered', delayMs: null, attempts: 1, reason: null }
    case 'rejected':
      // Another engine may take what this one refuses; what is wrong with the URL itself no engine would.
      if (fallback !== undefined && outcome.words !== undefined)
        return { ...same, status: 'retrying', delayMs: 0, attempts: 1, reason: outcome.reason, via: fallback }
      return { ...same, status: 'rejected', delayMs: null, attempts: 1, reason: outcome.reason }
    case 'paused':
      return {
        ...same,
        status: 'retrying',
        delayMs: (outcome.afterSeconds ?? 0) * 1_000,
        attempts: 0,
        reason: outcome.reason,
      }
    case 'held': {
      const delayMs = Math.max(outcome.until - Date.now(), 0)
      return { ...same, status: 'held', delayMs, attempts: 0, reason: outcome.reason }
    }
    case 'unverified': {
      const delayMs = schedule.unverified[tries.unverified]
      const next = { ...same, unverified: tries.unverified + 1, attempts: 1 as const, reason: outcome.reason }
      return delayMs === undefined
        ? { ...next, status: 'held', delayMs: null }
        : { ...next, status: 'retrying', delayMs }
    }
    case 'retry': {
      const planned = schedule.trouble[tries.failures]
      const next = { ...same, failures: tries.failures + 1, attempts: 1 as const }
      if (planned === undefined)
        return { ...next, status: 'rejected', delayMs: null, reason: `dead letter: ${outcome.reason}` }
      const delayMs = Math.max(planned * spread, (outcome.afterSeconds ?? 0) * 1_000)
      return { ...next, status: 'retrying', delayMs, reason: outcome.reason }
    }
  }
}

/** 0.9 to 1.1. */
export const jitter = (): number => 0.9 + Math.random() * 0.2
