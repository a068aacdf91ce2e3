import { testType } from '@pagebell/outbound-events/event-types'
import type { EventSchedule } from './event-schedule.ts'
import type { Judgement } from './judge-answer.ts'
import type { EventFate } from './queries/record-attempt.ts'

/** What becomes of an event that has had so many attempts before this one. `spread` is about 1. */
export function decideEvent(
  { type, attempts }: { type: string; attempts: number },
  { reason, afterSeconds = 0 }: Judgement,
  { retries }: EventSchedule,
  spread: number,
): EventFate {
  if (reason === undefined) return { status: 'delivered', delayMs: null }
  const planned = type === testType ? undefined : retries[attempts]
  if (planned === undefined) return { status: 'failed', delayMs: null }
  return { status: 'pending', delayMs: Math.max(planned * spread, afterSeconds * 1_000) }
}

/** For how long an endpoint with so many failures in a row is left alone. */
export const restOf = (failures: number, { rest, restMost }: EventSchedule): number =>
  failures === 0 ? 0 : Math.min(rest * 2 ** Math.min(failures - 1, 30), restMost)
