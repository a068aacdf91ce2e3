import { testType } from '@pagebell/outbound-events/event-types'
import type { NextEventState } from './endpoint-claims.sql.ts'
import type { ReceiverResult } from './receiver-client.ts'

/** When an event is sent again, and when an endpoint is disabled. Milliseconds. */
export type EventRetryPolicy = {
  /** After failures; after the last the event has failed. */
  retries: readonly number[]
  /** Cooldown of an endpoint after its first failure in a row; doubled up to maxCooldown. */
  cooldown: number
  maxCooldown: number
  /** An endpoint that has only failed for so long is disabled. */
  giveUp: number
  /** Longer than a request can last. */
  lease: number
  /** Time-out of a request. */
  timeout: number
  /** How long events are kept. */
  retention: number
  /** Between two searches for batches that are complete. */
  watch: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Begins as for deliveries; the last retry of an event that always fails comes after the five days of its endpoint. */
export const eventRetryPolicy: EventRetryPolicy = {
  retries: [
    5 * second,
    30 * second,
    2 * minute,
    10 * minute,
    hour,
    3 * hour,
    6 * hour,
    12 * hour,
    day,
    day,
    day,
    day,
    day,
  ],
  cooldown: 5 * second,
  maxCooldown: 10 * minute,
  giveUp: 5 * day,
  lease: 30 * second,
  timeout: 15 * second,
  retention: 30 * day,
  watch: second,
}

/** The next state of an event that has had so many attempts before this one. `spread` is about 1. */
export function nextEventState(
  { type, attempts }: { type: string; attempts: number },
  { reason, final, afterSeconds = 0 }: ReceiverResult,
  { retries }: EventRetryPolicy,
  spread: number,
): NextEventState {
  if (reason === undefined) return { status: 'delivered', delayMs: null }
  const planned = type === testType || final === true ? undefined : retries[attempts]
  if (planned === undefined) return { status: 'failed', delayMs: null }
  return { status: 'pending', delayMs: Math.max(planned * spread, afterSeconds * 1_000) }
}

/** How long an endpoint with so many failures in a row gets no requests. */
export const cooldownMs = (failures: number, { cooldown, maxCooldown }: EventRetryPolicy): number =>
  failures === 0 ? 0 : Math.min(cooldown * 2 ** Math.min(failures - 1, 30), maxCooldown)
