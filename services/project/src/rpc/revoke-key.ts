import { keyRevoked } from '@pagebell/messages/key-revoked'
import { enqueue } from '@pagebell/outbox/outbox'
import type { Accounts } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { isUuid } from '../is-uuid.ts'
import { keyReply } from '../key-reply.ts'
import { noKey } from '../not-found.ts'
import { revokeKey as revokeKeyRow } from '../queries/revoke-key.ts'
import type { ServiceTools } from '../service-tools.ts'

export const revokeKey =
  ({ db, outbox }: ServiceTools): Handler<typeof Accounts, 'revokeKey'> =>
  async ({ account_id, key_id }) => {
    if (!isUuid(account_id) || !isUuid(key_id)) throw noKey()
    const row = await db.of(account_id).transaction(async (q) => {
      const revoked = await revokeKeyRow(q, account_id, key_id)
      if (revoked === undefined) throw noKey()
      if (!revoked.was_revoked) await enqueue(q, keyRevoked, { account_id, key_id }, key_id)
      return revoked
    })
    outbox.flush()
    return keyReply(row)
  }
