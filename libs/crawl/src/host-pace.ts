import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'

/** Requests to one host: how many at once, and milliseconds from the start of one to that of the next. */
export type HostLimits = { connections: number; intervalMs: number }

export type HostPace = {
  /** Milliseconds between the starts of two requests. */
  readonly intervalMs: number
  /** The site asks for so many seconds between two requests: obeyed up to ten. Never makes it faster. */
  slowDown(seconds: number): void
  /** Runs a request in its turn. */
  request<T>(work: () => Promise<T>): Promise<T>
}

/** A site that asks for minutes would never be checked. */
const maxDelayMs = 10_000

/**
 * Keeps the requests to one host apart, so that a check does not look like an attack. When the signal aborts, requests
 * that wait for their turn are rejected.
 */
export function createHostPace({ connections, intervalMs: firstMs }: HostLimits, signal?: AbortSignal): HostPace {
  const limit = pLimit(connections)
  let intervalMs = firstMs
  let startedAt = Number.NEGATIVE_INFINITY
  let lastTurn: Promise<void> = Promise.resolve()

  /** Counts from when the request before has started: one that starts late is not followed too soon. */
  async function takeTurn(): Promise<void> {
    const waitMs = startedAt + intervalMs - performance.now()
    if (waitMs > 0) await pause(Math.ceil(waitMs), undefined, { ...(signal && { signal }) })
    startedAt = performance.now()
  }

  return {
    get intervalMs() {
      return intervalMs
    },
    slowDown(seconds) {
      intervalMs = Math.max(intervalMs, Math.min(seconds * 1_000, maxDelayMs))
    },
    request: (work) =>
      limit(async () => {
        lastTurn = lastTurn.then(takeTurn)
        await lastTurn
        return work()
      }),
  }
}

type ThrottlingResponse = { status: number; headers: readonly [name: string, value: string][] }

/**
 * Slows down after 429 or 503, by which a server says that it is overloaded or limits us: to twice the interval, or to
 * what Retry-After asks for if that is more.
 */
export function slowDownAfter(pace: HostPace, { status, headers }: ThrottlingResponse, now = new Date()): void {
  if (status !== 429 && status !== 503) return
  pace.slowDown(Math.max((pace.intervalMs / 1_000) * 2, secondsToWait({ headers }, now)))
}

/** Retry-After (RFC 9110, 10.2.3) is a number of seconds or a date; 0 for anything else. */
export function secondsToWait({ headers }: Pick<ThrottlingResponse, 'headers'>, now = new Date()): number {
  const retryAfter = headers.find(([name]) => name === 'retry-after')?.[1] ?? ''
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now.getTime()) / 1_000)
}
