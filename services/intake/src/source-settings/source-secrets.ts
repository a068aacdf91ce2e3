import type { Database } from '@pagebell/postgres/database'
import type { Seal } from '@pagebell/tokens/seal'
import { lockOldSecrets, resealSecrets } from './sources.sql.ts'
import type { StoredSource } from './stored-source.ts'

type SecretPlace = { account_id: string; source_id: string }

/** Bound to the seal, so that a secret that is copied to another row cannot be opened. */
const placeOf = ({ account_id, source_id }: SecretPlace): string => `${account_id} ${source_id}`

/** A secret as it is stored. */
export const sealSecret = (seal: Seal, place: SecretPlace, secret: string): string => seal.seal(secret, placeOf(place))

/** The secrets by which a delivery may be signed: during a rotation two, none where nothing is verified. */
export function openSecrets(
  seal: Seal,
  source: SecretPlace & Pick<StoredSource, 'secret' | 'previous_secret'>,
): string[] {
  return [source.secret, source.previous_secret].flatMap((sealed) =>
    sealed === null ? [] : [seal.open(sealed, placeOf(source))],
  )
}

const sourcesPerTransaction = 500

/** Seals all secrets with the current key; returns of how many sources. */
export async function reencryptSecrets(db: Database, seal: Seal): Promise<number> {
  const reseal = (place: SecretPlace, sealed: string | null): string | null =>
    sealed === null ? null : seal.seal(seal.open(sealed, placeOf(place)), placeOf(place))
  let count = 0
  for (let done = sourcesPerTransaction; done === sourcesPerTransaction; count += done) {
    done = await db.acrossAccounts().transaction(async (q) => {
      const rows = await lockOldSecrets(q, seal.currentId, sourcesPerTransaction)
      const resealed = rows.map((row) => ({
        ...row,
        secret: reseal(row, row.secret),
        previous_secret: reseal(row, row.previous_secret),
      }))
      await resealSecrets(q, resealed)
      return rows.length
    })
  }
  return count
}
