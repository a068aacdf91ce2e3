import type { ChannelResult } from '../channels/channel.ts'
import type { RetryPolicy } from '../retry-policy.ts'

type Tries = { failures: number; unverified: number }

/**
 * The next state of a delivery. `delayMs` null: it is not tried again by itself. `attempts` is how many this one
 * counts.
 */
export type NextState = Tries & {
  status: 'delivered' | 'retrying' | 'held' | 'rejected' | 'dropped'
  delayMs: number | null
  attempts: 0 | 1
  reason: string | null
  /** The endpoint that is tried next, if it is another one. */
  via?: string
}

/**
 * The state machine of a delivery. `fallback` is the endpoint for what this one refuses. `spread` is about 1 and keeps
 * retries of different requests apart.
 */
export function nextState(
  result: ChannelResult,
  tries: Tries,
  policy: RetryPolicy,
  spread: number,
  fallback?: string,
): NextState {
  const same = { failures: tries.failures, unverified: tries.unverified }
  switch (result.kind) {
    case 'delivered':
      return { ...same, status: 'delivered', delayMs: null, attempts: 1, reason: null }
    case 'rejected':
      // Another engine may accept what this one refuses, but not a URL that was rejected without asking an engine.
      if (fallback !== undefined && result.response !== undefined)
        return { ...same, status: 'retrying', delayMs: 0, attempts: 1, reason: result.reason, via: fallback }
      return { ...same, status: 'rejected', delayMs: null, attempts: 1, reason: result.reason }
    case 'paused': {
      const delayMs = (result.afterSeconds ?? 0) * 1_000
      return { ...same, status: 'retrying', delayMs, attempts: 0, reason: result.reason }
    }
    case 'held': {
      const delayMs = Math.max(result.until - Date.now(), 0)
      return { ...same, status: 'held', delayMs, attempts: 0, reason: result.reason }
    }
    case 'unverified': {
      const delayMs = policy.unverified[tries.unverified]
      const next = { ...same, unverified: tries.unverified + 1, attempts: 1 as const, reason: result.reason }
      return delayMs === undefined
        ? { ...next, status: 'held', delayMs: null }
        : { ...next, status: 'retrying', delayMs }
    }
    case 'retry': {
      const planned = policy.failures[tries.failures]
      const next = { ...same, failures: tries.failures + 1, attempts: 1 as const }
      if (planned === undefined)
        return { ...next, status: 'rejected', delayMs: null, reason: `dead letter: ${result.reason}` }
      const delayMs = Math.max(planned * spread, (result.afterSeconds ?? 0) * 1_000)
      return { ...next, status: 'retrying', delayMs, reason: result.reason }
    }
  }
}
