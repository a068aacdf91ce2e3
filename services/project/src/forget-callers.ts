import { randomUUIDv7 } from 'node:crypto'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Queryable } from '@pagebell/postgres/database'
import { listKeys } from './queries/list-keys.ts'

/** Gateways remember callers with their limits: what has changed counts from the next call on. */
export async function forgetCallers(q: Queryable, accountId: string): Promise<void> {
  for (const { key_id, revoked_at } of await listKeys(q, accountId)) {
    if (revoked_at === null) await enqueue(q, keyRevoked, { account_id: accountId, key_id }, randomUUIDv7())
  }
}
