import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '@pagebell/postgres/database'
import { hashToken, lastFour, mintToken } from '@pagebell/tokens/token'
import { noAccount } from './not-found.ts'
import { insertKey } from './queries/insert-key.ts'
import type { KeyRow } from './queries/list-keys.ts'

type Wanted = { accountId: string; scopes: string[]; expiresAt: string | undefined }

/** A new API key and its row; only the caller ever sees the key itself. Throws fault not_found for an unknown account. */
export async function makeKey(q: Queryable, wanted: Wanted): Promise<{ row: KeyRow; apiKey: string }> {
  const apiKey = mintToken('pbk_')
  const secret = { keyId: randomUUIDv7(), sha256: hashToken(apiKey), lastFour: lastFour(apiKey) }
  const row = await insertKey(q, { ...wanted, ...secret })
  if (row === undefined) throw noAccount()
  return { row, apiKey }
}
