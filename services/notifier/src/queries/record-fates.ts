import type { Statement } from '@pagebell/postgres/database'
import type { Fate } from '../decide-fate.ts'
import type { Answer } from '../tell-answers-apart.ts'
import { withCall } from './with-call.ts'

type Sent = { accountId: string; lease: string; engine: string }
type Ended = { id: string; fate: Fate; answer: Answer }

/**
 * Writes what became of claimed rows, and answers which it wrote. Rows whose lease has passed to another copy, or that were
 * dropped, stay as they are.
 */
export function recordFates({ accountId, lease, engine }: Sent, fates: Ended[]): Statement {
  return {
    name: 'record-fates',
    text: `
      update deliveries d set
        status = fate.status,
        reason = fate.reason,
        next_at = clock_timestamp() + fate.delay_ms * interval '1 millisecond',
        lease = null,
        via = coalesce(fate.via, d.via),
        attempts = d.attempts + fate.attempts,
        failures = fate.failures,
        unverified = fate.unverified,
        engine = $3,
        engine_status = fate.engine_status,
        engine_message = fate.engine_message,
        calls = ${withCall('fate.call')},
        last_attempt_at = clock_timestamp(),
        delivered_at = case when fate.status = 'delivered' then clock_timestamp() end
      from unnest($4::uuid[], $5::text[], $6::text[], $7::float8[], $8::int[], $9::int[], $10::int[], $11::int[], $12::text[], $13::text[], $14::uuid[])
        as fate (id, status, reason, delay_ms, attempts, failures, unverified, engine_status, engine_message, via, call)
      where d.account_id = $1 and d.id = fate.id and d.lease = $2
      returning d.id`,
    values: [
      accountId,
      lease,
      engine,
      fates.map(({ id }) => id),
      fates.map(({ fate }) => fate.status),
      fates.map(({ fate }) => fate.reason),
      fates.map(({ fate }) => fate.delayMs),
      fates.map(({ fate }) => fate.attempts),
      fates.map(({ fate }) => fate.failures),
      fates.map(({ fate }) => fate.unverified),
      fates.map(({ answer }) => answer.words?.status ?? null),
      fates.map(({ answer }) => answer.words?.message ?? null),
      fates.map(({ fate }) => fate.via ?? null),
      fates.map(({ answer }) => answer.id),
    ],
  }
}
