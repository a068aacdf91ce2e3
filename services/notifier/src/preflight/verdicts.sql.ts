import type { Queryable } from '@pagebell/postgres/database'

/** A verdict of `pages.checked`, with the key of its URL. */
export type StoredVerdict = {
  urlHash: Buffer
  verdict: 'send' | 'skip' | 'hold' | 'not_checked'
  reason?: string | undefined
  as?: string | undefined
  until?: string | undefined
  checked?: object | undefined
  announces?: object | undefined
}
export type BatchOfChannel = { accountId: string; batchId: string; channel: string }
export type CheckTimes = {
  /** A delivery without a verdict is sent unchecked after so long, or so long after its hold. Milliseconds. */
  checkMs: number
  /** What may be sent within so long is sent together. Milliseconds. */
  windowMs: number
}

/**
 * Locks a batch of a channel until the transaction ends, so that a verdict finds its delivery, or the delivery its
 * verdict, whichever comes first.
 */
export async function lockBatch(q: Queryable, { batchId, channel }: BatchOfChannel): Promise<void> {
  await q.query({
    name: 'lock-batch',
    text: `select pg_advisory_xact_lock(hashtextextended('verdicts ' || $1 || ' ' || $2, 0))`,
    values: [batchId, channel],
  })
}

/** Applies verdicts to deliveries that are still checking, and returns the URLs that are skipped from now on. */
export async function applyVerdicts(
  q: Queryable,
  { accountId, batchId, channel }: BatchOfChannel,
  verdicts: StoredVerdict[],
  { checkMs, windowMs }: CheckTimes,
): Promise<string[]> {
  const { rows } = await q.query<{ url: string; status: string }>({
    name: 'apply-verdicts',
    // All that is decided within one window becomes due at its end, so that it is sent in one request.
    text: `
      update deliveries d set
        status = case v.verdict when 'skip' then 'skipped' when 'hold' then 'checking' else 'pending' end,
        reason = case when v.verdict in ('skip', 'hold') then v.reason end,
        not_checked = case when v.verdict = 'not_checked' then v.reason end,
        action = coalesce(v.as_action, d.action),
        checked = v.checked::jsonb,
        announces = v.announces::jsonb,
        check_until = case when v.verdict = 'hold'
          then greatest(v.until, clock_timestamp()) + $4 * interval '1 millisecond' end,
        next_at = case when v.verdict in ('send', 'not_checked')
          then date_bin($5 * interval '1 millisecond', clock_timestamp(), timestamptz '2000-01-01 00:00Z')
            + $5 * interval '1 millisecond' end
      from unnest($6::bytea[], $7::text[], $8::text[], $9::text[], $10::timestamptz[], $11::text[], $12::text[])
        as v (url_hash, verdict, reason, as_action, until, checked, announces)
      where d.account_id = $1 and d.batch_id = $2 and d.channel = $3 and d.url_hash = v.url_hash
        and d.status = 'checking'
      returning d.url, d.status`,
    values: [
      accountId,
      batchId,
      channel,
      checkMs,
      windowMs,
      verdicts.map(({ urlHash }) => urlHash),
      verdicts.map(({ verdict }) => verdict),
      verdicts.map(({ reason }) => reason ?? null),
      verdicts.map((verdict) => verdict.as ?? null),
      verdicts.map(({ until }) => until ?? null),
      verdicts.map(({ checked }) => (checked === undefined ? null : JSON.stringify(checked))),
      verdicts.map(({ announces }) => (announces === undefined ? null : JSON.stringify(announces))),
    ],
  })
  return rows.flatMap(({ url, status }) => (status === 'skipped' ? [url] : []))
}

/** Keeps verdicts whose deliveries have not come yet. Needs the batch's lock. */
export async function keepEarlyVerdicts(
  q: Queryable,
  { accountId, batchId, channel }: BatchOfChannel,
  verdicts: StoredVerdict[],
): Promise<void> {
  await q.query({
    name: 'keep-early-verdicts',
    text: `
      insert into early_verdicts (account_id, batch_id, url_hash, channel, verdict)
      select $1, $2, v.url_hash, $3, v.verdict::jsonb
      from unnest($4::bytea[], $5::text[]) as v (url_hash, verdict)
      where not exists (
        select from deliveries d
        where d.account_id = $1 and d.batch_id = $2 and d.channel = $3 and d.url_hash = v.url_hash)
      on conflict (account_id, batch_id, url_hash, channel) do update set verdict = excluded.verdict`,
    values: [
      accountId,
      batchId,
      channel,
      verdicts.map(({ urlHash }) => urlHash),
      verdicts.map(({ urlHash: _hash, ...verdict }) => JSON.stringify(verdict)),
    ],
  })
}

/** Takes the verdicts that came before their deliveries. Needs the batch's lock. */
export async function takeEarlyVerdicts(
  q: Queryable,
  { accountId, batchId, channel }: BatchOfChannel,
  hashes: Buffer[],
): Promise<StoredVerdict[]> {
  const { rows } = await q.query<{ url_hash: Buffer; verdict: Omit<StoredVerdict, 'urlHash'> }>({
    name: 'take-early-verdicts',
    text: `
      delete from early_verdicts
      where account_id = $1 and batch_id = $2 and channel = $3 and url_hash = any ($4::bytea[])
      returning url_hash, verdict`,
    values: [accountId, batchId, channel, hashes],
  })
  return rows.map(({ url_hash: urlHash, verdict }) => ({ ...verdict, urlHash }))
}

/** Makes deliveries due whose verdict has not come in time; returns how many, `limit` at most. */
export async function sendUnchecked(q: Queryable, reason: string, limit: number): Promise<number> {
  const { rowCount } = await q.query({
    name: 'send-unchecked',
    text: `
      with late as (
        select account_id, id from deliveries where status = 'checking' and check_until <= now()
        order by check_until limit $2 for update skip locked
      )
      update deliveries d set status = 'pending', reason = null, not_checked = $1, next_at = clock_timestamp(),
        check_until = null
      from late where d.account_id = late.account_id and d.id = late.id and d.status = 'checking'`,
    values: [reason, limit],
  })
  return rowCount
}

/** Deletes verdicts whose deliveries have not come for a week. */
export async function deleteOldVerdicts(q: Queryable): Promise<void> {
  await q.query({
    name: 'delete-old-verdicts',
    text: `delete from early_verdicts where received_at < clock_timestamp() - interval '7 days'`,
    values: [],
  })
}
