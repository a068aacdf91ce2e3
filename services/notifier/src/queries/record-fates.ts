import type { Statement } from '@pagebell/postgres/database'
import type { Words } from '../channel.ts'
import type { Fate } from '../decide-fate.ts'

type Sent = { accountId: string; lease: string; engine: string; words: Words | undefined }

/** Writes what became of claimed rows. Rows whose lease has passed to another copy, or that were dropped, stay as they are. */
export function recordFates({ accountId, lease, engine, words }: Sent, fates: { id: string; fate: Fate }[]): Statement {
  return {
    name: 'record-fates',
    text: `
      update deliveries d set
        status = fate.status,
        reason = fate.reason,
        next_at = clock_timestamp() + fate.delay_ms * interval '1 millisecond',
        lease = null,
        attempts = d.attempts + fate.attempts,
        failures = fate.failures,
        unverified = fate.unverified,
        engine = $3,
        engine_status = $4,
        engine_message = $5,
        last_attempt_at = clock_timestamp(),
        delivered_at = case when fate.status = 'delivered' then clock_timestamp() end
      from unnest($6::uuid[], $7::text[], $8::text[], $9::float8[], $10::int[], $11::int[], $12::int[])
        as fate (id, status, reason, delay_ms, attempts, failures, unverified)
      where d.account_id = $1 and d.id = fate.id and d.lease = $2`,
    values: [
      accountId,
      lease,
      engine,
      words?.status ?? null,
      words?.message ?? null,
      fates.map(({ id }) => id),
      fates.map(({ fate }) => fate.status),
      fates.map(({ fate }) => fate.reason),
      fates.map(({ fate }) => fate.delayMs),
      fates.map(({ fate }) => fate.attempts),
      fates.map(({ fate }) => fate.failures),
      fates.map(({ fate }) => fate.unverified),
    ],
  }
}
