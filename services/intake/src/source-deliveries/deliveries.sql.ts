import type { Queryable } from '@pagebell/postgres/database'
import type { StoredSource } from '../source-settings/stored-source.ts'
import type { ReceivingSource } from './receiving-source.ts'

/** The sources of tokens, in their order; undefined for one that is not accepted at this moment. */
export async function findReceivingSources(
  q: Queryable,
  tokenHashes: Buffer[],
): Promise<(ReceivingSource | undefined)[]> {
  const { rows } = await q.query<ReceivingSource & { hash: Buffer }>({
    name: 'find-receiving-sources',
    text: `
      with found as (
        select s.token_hash as hash, s.* from source s where s.enabled and s.token_hash = any ($1)
        union all
        select s.previous_token_hash, s.* from source s
        where s.enabled and s.previous_token_hash = any ($1) and s.previous_accepted_until > pagebell_now()
      )
      select f.hash, f.account_id, f.source_id, f.project_id, f.project, f.kind, f.name, f.enabled, f.last_four, f.secret,
        case when f.previous_secret_until > pagebell_now() then f.previous_secret end as previous_secret,
        f.rules, f.allow_ips, f.last_used_at, a.requests_per_minute
      from found f join account a using (account_id)`,
    values: [tokenHashes],
  })
  const sources = new Map(rows.map(({ hash: tokenHash, ...source }) => [tokenHash.toString('hex'), source]))
  return tokenHashes.map((tokenHash) => sources.get(tokenHash.toString('hex')))
}

/**
 * Locks a source until the transaction ends, so that its deliveries are committed one after the other: each finds what the
 * one before has remembered. False if its token is not accepted any more.
 */
export async function lockReceivingSource(
  q: Queryable,
  { account_id, source_id }: Pick<StoredSource, 'account_id' | 'source_id'>,
  tokenHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'lock-receiving-source',
    text: `
      select from source where account_id = $1 and source_id = $2 and enabled
        and (token_hash = $3 or (previous_token_hash = $3 and previous_accepted_until > pagebell_now()))
      for no key update`,
    values: [account_id, source_id, tokenHash],
  })
  return rowCount > 0
}

type Receiver = Pick<StoredSource, 'account_id' | 'source_id'>

export async function touchSource(q: Queryable, { account_id, source_id }: Receiver): Promise<void> {
  await q.query({
    name: 'touch-source',
    text: 'update source set last_used_at = pagebell_now() where account_id = $1 and source_id = $2',
    values: [account_id, source_id],
  })
}

/** Notes that a delivery was submitted; false if it was within 24 hours. */
export async function claimDelivery(
  q: Queryable,
  { account_id, source_id }: Receiver,
  deliveryHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'claim-delivery',
    text: `
      insert into source_delivery as d (account_id, source_id, delivery, received_at) values ($1, $2, $3, pagebell_now())
      on conflict (account_id, source_id, delivery) do update set received_at = excluded.received_at
      where d.received_at <= pagebell_now() - interval '24 hours'`,
    values: [account_id, source_id, deliveryHash],
  })
  return rowCount > 0
}

/** The URLs that are remembered under ids, in their order. */
export async function findItems(
  q: Queryable,
  { account_id, source_id }: Receiver,
  items: Buffer[],
): Promise<(string | undefined)[]> {
  const { rows } = await q.query<{ item: Buffer; url: string }>({
    name: 'find-items',
    text: 'select item, url from source_item where account_id = $1 and source_id = $2 and item = any ($3::bytea[])',
    values: [account_id, source_id, items],
  })
  const urls = new Map(rows.map(({ item, url }) => [item.toString('hex'), url]))
  return items.map((item) => urls.get(item.toString('hex')))
}

/** Each item once. */
export async function rememberItems(
  q: Queryable,
  { account_id, source_id }: Receiver,
  items: { item: Buffer; url: string }[],
): Promise<void> {
  await q.query({
    name: 'remember-items',
    text: `
      insert into source_item as i (account_id, source_id, item, url, seen_at)
      select $1, $2, item, url, pagebell_now() from unnest($3::bytea[], $4::text[]) t (item, url)
      on conflict (account_id, source_id, item) do update set url = excluded.url, seen_at = excluded.seen_at`,
    values: [account_id, source_id, items.map(({ item }) => item), items.map(({ url }) => url)],
  })
}

export async function forgetItems(q: Queryable, { account_id, source_id }: Receiver, items: Buffer[]): Promise<void> {
  await q.query({
    name: 'forget-items',
    text: 'delete from source_item where account_id = $1 and source_id = $2 and item = any ($3::bytea[])',
    values: [account_id, source_id, items],
  })
}
