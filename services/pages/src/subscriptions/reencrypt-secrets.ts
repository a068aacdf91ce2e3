import type { Database } from '@pagebell/postgres/database'
import type { Seal } from '@pagebell/tokens/seal'
import { lockOldSecrets, resealSecrets } from './hub-requests.sql.ts'
import { openSecret, sealSecret } from './subscription.ts'

const rowsPerTransaction = 500

/** Seals all secrets with the current key; returns of how many subscriptions. */
export async function reencryptSecrets(db: Database, seal: Seal): Promise<number> {
  let count = 0
  for (let done = rowsPerTransaction; done === rowsPerTransaction; count += done) {
    done = await db.acrossAccounts().transaction(async (q) => {
      const rows = await lockOldSecrets(q, seal.currentId, rowsPerTransaction)
      const reseal = (token: string, sealed: string) => sealSecret(seal, token, openSecret(seal, token, sealed))
      await resealSecrets(
        q,
        rows.map(({ token, secret }) => ({ token, secret: reseal(token, secret) })),
      )
      return rows.length
    })
  }
  return count
}
