import type { Statement } from '@pagebell/postgres/database'

type Values = {
  id: string
  message: string
  body: unknown
  traceparent: string | undefined
  /** Whose it is; the account that the transaction works for, if any, when undefined. */
  accountId: string | undefined
}

export const insertMessage = ({ id, message, body, traceparent, accountId }: Values): Statement => ({
  name: 'outbox-insert-message',
  text: `
    insert into outbox (id, message, body, traceparent, account_id)
    values ($1, $2, $3, $4, coalesce($5::uuid, account_in_charge()))
    on conflict do nothing`,
  values: [id, message, JSON.stringify(body), traceparent ?? null, accountId ?? null],
})
