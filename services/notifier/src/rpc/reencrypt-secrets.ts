import type { Database } from '@pagebell/postgres/database'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import type { Seal } from '@pagebell/tokens/seal'
import { openSecret, sealSecret } from '../endpoint-secrets.ts'
import { lockOldSecrets, type SealedSecrets } from '../queries/lock-old-secrets.ts'
import { resealSecrets } from '../queries/reseal-secrets.ts'

const atOnce = 500

export function reencryptSecrets({
  db,
  seal,
}: {
  db: Database
  seal: Seal
}): Handler<typeof EventEndpoints, 'reencryptSecrets'> {
  return async () => {
    let count = 0
    for (let done = atOnce; done === atOnce; count += done) {
      done = await db.transaction(async (q) => {
        const { rows } = await q.query<SealedSecrets>(lockOldSecrets(seal.currentId, atOnce))
        for (const row of rows) {
          const anew = (sealed: string) => sealSecret(seal, row, openSecret(seal, row, sealed))
          const previous_sealed = row.previous_sealed === null ? null : anew(row.previous_sealed)
          await q.query(resealSecrets({ ...row, sealed: anew(row.sealed), previous_sealed }))
        }
        return rows.length
      })
    }
    return { count }
  }
}
