import type { Statement } from '@pagebell/postgres/database'

export type Attempt = { tookMs: number; status: number | null; reason: string | null; answer: string }
/** What becomes of the event; `delayMs` null: it is not sent again. */
export type EventFate = { status: 'pending' | 'delivered' | 'failed'; delayMs: number | null }

/** Writes an attempt down, and what becomes of its event. */
export function recordAttempt(accountId: string, eventId: string, attempt: Attempt, fate: EventFate): Statement {
  return {
    name: 'record-attempt',
    text: `
      with tried as (
        update outbound_events
        set attempts = attempts + 1, status = $3, next_at = clock_timestamp() + $4 * interval '1 millisecond'
        where account_id = $1 and id = $2 and status = 'pending'
        returning account_id, id, attempts
      )
      insert into event_attempts (account_id, event_id, attempt, took_ms, status, reason, answer)
      select account_id, id, attempts, $5, $6, $7, $8 from tried`,
    values: [
      accountId,
      eventId,
      fate.status,
      fate.delayMs,
      attempt.tookMs,
      attempt.status,
      attempt.reason,
      attempt.answer,
    ],
  }
}
