import type { Database } from '@pagebell/postgres/database'
import type { Claim } from './dispatch.ts'
import { renewClaims } from './queries/renew-claims.ts'

/** Few enough for one statement on a machine with a tenth of its speed. */
const rowsAtOnce = 2_000

/** Renews the leases of claims, and answers those that were still there. */
export async function renewDeliveries(db: Database, claims: Claim[], leaseMs: number): Promise<Set<string>> {
  const rows = claims.flatMap(({ group, lease, rows }) => {
    return rows.map(({ id }) => ({ accountId: group.account_id, id, lease }))
  })
  const renewed = new Set<string>()
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const portion = rows.slice(first, first + rowsAtOnce)
    const { rows: found } = await db.query<{ lease: string }>(renewClaims(portion, leaseMs))
    for (const { lease } of found) renewed.add(lease)
  }
  return renewed
}
