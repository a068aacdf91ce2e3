import type { Queryable } from '@pagebell/postgres/database'

/** Makes requests for confirmations of one account, and those to one address, wait for each other. */
export async function lockConfirmations(q: Queryable, accountId: string, addressHash: Buffer): Promise<void> {
  for (const what of [`confirmations of ${accountId}`, `confirmations to ${addressHash.toString('hex')}`])
    await q.query({
      name: 'lock-confirmations',
      text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [what],
    })
}

export type ConfirmationCounts = { of_account: number; to_address: number; refused: boolean }

/** How many were asked for in 24 hours, and whether the address has refused those of this account in 30 days. */
export async function countConfirmations(
  q: Queryable,
  accountId: string,
  addressHash: Buffer,
): Promise<ConfirmationCounts> {
  const { rows } = await q.query<ConfirmationCounts>({
    name: 'count-confirmations',
    text: `
      select
        (select count(*)::integer from email_confirmations
          where account_id = $1 and asked_at > clock_timestamp() - interval '24 hours') as of_account,
        (select count(*)::integer from email_confirmations
          where address_hash = $2 and asked_at > clock_timestamp() - interval '24 hours') as to_address,
        exists (select from refused_emails
          where account_id = $1 and address_hash = $2
            and refused_at > clock_timestamp() - interval '30 days') as refused`,
    values: [accountId, addressHash],
  })
  return rows[0] ?? { of_account: 0, to_address: 0, refused: false }
}

export async function insertConfirmationRecord(q: Queryable, accountId: string, addressHash: Buffer): Promise<void> {
  await q.query({
    name: 'insert-confirmation-record',
    text: 'insert into email_confirmations (account_id, id, address_hash) values ($1, gen_random_uuid(), $2)',
    values: [accountId, addressHash],
  })
}

/** Remembers that the recipient wants no mails of this account. */
export async function insertRefusal(q: Queryable, accountId: string, addressHash: Buffer): Promise<void> {
  await q.query({
    name: 'insert-refusal',
    text: `insert into refused_emails (account_id, address_hash) values ($1, $2)
      on conflict (account_id, address_hash) do update set refused_at = clock_timestamp()`,
    values: [accountId, addressHash],
  })
}

/** Deletes what no limit counts any longer. */
export async function deleteOldConfirmations(q: Queryable): Promise<void> {
  await q.query({
    name: 'delete-old-confirmations',
    text: "delete from email_confirmations where asked_at < clock_timestamp() - interval '2 days'",
  })
  await q.query({
    name: 'delete-old-refusals',
    text: "delete from refused_emails where refused_at < clock_timestamp() - interval '31 days'",
  })
}
