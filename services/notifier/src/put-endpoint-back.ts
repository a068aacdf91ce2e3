import type { Database } from '@pagebell/postgres/database'
import { freeEndpoint } from './queries/free-endpoint.ts'
import { lockClaimedEndpoint } from './queries/lock-claimed-endpoint.ts'
import type { Lease } from './queries/note-answer.ts'

/** Ends a lease under which there was nothing to send after all. */
export async function putEndpointBack(db: Database, claimed: Lease): Promise<void> {
  await db.transaction(async (q) => {
    await q.query(lockClaimedEndpoint(claimed))
    await q.query(freeEndpoint(claimed, 0))
  })
}
