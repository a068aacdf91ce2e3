import type { Statement } from '@pagebell/postgres/database'
import { withCall } from './with-call.ts'

type Split = { accountId: string; lease: string; reason: string }
type Row = { id: string; part: string; call: string }

/** Makes two groups of what was refused together, due at once and never sent together again. */
export function splitClaimed({ accountId, lease, reason }: Split, rows: Row[]): Statement {
  return {
    name: 'split-claimed',
    text: `
      update deliveries d set part = half.part, calls = ${withCall('half.call')},
        lease = null, next_at = clock_timestamp(), status = 'retrying', reason = $3
      from unnest($4::uuid[], $5::uuid[], $6::uuid[]) as half (id, part, call)
      where d.account_id = $1 and d.lease = $2 and d.id = half.id`,
    values: [
      accountId,
      lease,
      reason,
      rows.map(({ id }) => id),
      rows.map(({ part }) => part),
      rows.map(({ call }) => call),
    ],
  }
}
