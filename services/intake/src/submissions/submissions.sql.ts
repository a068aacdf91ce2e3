import type { Queryable } from '@pagebell/postgres/database'
import { storableJson } from '@pagebell/postgres/storable-json'
import type { AcceptedCommit, CommitOutcome, SubmissionCommit, WaitingCommit } from './commit.ts'
import type { StoredAnswer, StoredKey } from './idempotency.ts'

/** `maxWaiting` is the number of URLs of a project that may wait for the quota, each counted once for each channel. */
export type CommitLimits = { windowSeconds: number; maxWaiting: number }

/** Commits the requests of a group together; the outcomes are in the order of the requests. */
export async function submitGroup(
  q: Queryable,
  group: SubmissionCommit[],
  { windowSeconds, maxWaiting }: CommitLimits,
): Promise<CommitOutcome[]> {
  let start = 0
  const starts = group.map((one) => {
    start += one.urls.length
    return start - one.urls.length
  })
  const urls = group.flatMap((one) => one.urls)
  const { rows } = await q.query<{ request: number; outcome: CommitOutcome }>({
    name: 'submit-group',
    text: `
      select request, outcome from commit_submissions(
        $1::bytea[], $2::uuid[], $3::text[], $4::bytea[], $5::text[], $6::text[], $7::integer[], $8::integer[],
        $9::bytea, $10::text[], $11::integer[], $12::bigint[], $13::integer[], $14::boolean[], $15::boolean[],
        $16::text[], make_interval(secs => $17), $18, $19::boolean[], $20::text[])`,
    values: [
      group.map((one) => one.tokenHash),
      group.map((one) => one.batchId),
      group.map((one) => one.key ?? null),
      group.map((one) => one.requestHash ?? null),
      group.map((one) => one.channel),
      group.map((one) => one.action),
      starts,
      group.map((one) => one.urls.length),
      Buffer.concat(urls.map((one) => one.hash)),
      urls.map((one) => one.url),
      group.map((one) => one.known),
      group.map((one) => one.cachedAt ?? null),
      group.map((one) => one.rejected),
      group.map((one) => one.dryRun),
      group.map((one) => one.overQuota === 'wait'),
      group.map((one) => one.traceparent ?? null),
      windowSeconds,
      maxWaiting,
      group.map((one) => one.preflight),
      group.map((one) => (one.schedule === null ? null : storableJson(one.schedule))),
    ],
  })
  const outcomes: CommitOutcome[] = []
  for (const row of rows) outcomes[row.request - 1] = row.outcome
  return outcomes
}

/**
 * What requests with these keys were answered within 24 hours, in their order; nothing for a token that is not
 * accepted.
 */
export async function findStoredAnswers(q: Queryable, keys: StoredKey[]): Promise<(StoredAnswer | undefined)[]> {
  const { rows } = await q.query<{ n: number; requestHash: Buffer; outcome: AcceptedCommit | WaitingCommit }>({
    name: 'find-stored-answers',
    text: `
      select asked.n, i.request_hash as "requestHash", i.outcome
      from unnest($1::bytea[], $2::uuid[], $3::uuid[], $4::text[]) with ordinality asked (token_hash, account_id, project_id, key, n)
      join hook h on h.account_id = asked.account_id and h.project_id = asked.project_id and h.enabled and (
        h.token_hash = asked.token_hash
        or (h.previous_token_hash = asked.token_hash and h.previous_accepted_until > pagebell_now()))
      join idempotency i on i.account_id = asked.account_id and i.project_id = asked.project_id and i.operation = 'submit'
        and i.key = asked.key and i.created_at > pagebell_now() - interval '24 hours'`,
    values: [
      keys.map(({ tokenHash }) => tokenHash),
      keys.map(({ accountId }) => accountId),
      keys.map(({ projectId }) => projectId),
      keys.map(({ key }) => key),
    ],
  })
  const answers: (StoredAnswer | undefined)[] = keys.map(() => undefined)
  for (const { n, ...answer } of rows) answers[n - 1] = answer
  return answers
}

/**
 * When each URL was charged for an update within the window, in the order of `hashes`, and the database's own time (ms
 * since 1970).
 */
export async function findCharges(
  q: Queryable,
  accountId: string,
  hashes: Buffer[],
  windowSeconds: number,
): Promise<{ at: number; chargedAt: (number | undefined)[] }> {
  const { rows } = await q.query<{ at: number; charged_at: (string | null)[] }>({
    name: 'find-charges',
    text: `
      select (extract(epoch from pagebell_now()) * 1000)::bigint as at, array(
        select (extract(epoch from s.charged_at) * 1000)::bigint
        from unnest($2::bytea[]) with ordinality u(hash, n)
        left join url_seen s on s.account_id = $1 and s.url_hash = u.hash
          and s.charged_at > pagebell_now() - $3 * interval '1 second' and not s.is_deletion
        order by u.n) as charged_at`,
    values: [accountId, hashes, windowSeconds],
  })
  const [row] = rows
  if (row === undefined) throw new Error('A query over one row answered none.')
  return { at: row.at, chargedAt: row.charged_at.map((time) => (time === null ? undefined : Number(time))) }
}
