import type { Queryable } from '@pagebell/postgres/database'
import type { Hook, TokenOwner } from './hook.ts'

/** The state of a project's token. */
export async function findHook(q: Queryable, accountId: string, projectId: string): Promise<Hook | undefined> {
  const { rows } = await q.query<Hook>({
    name: 'find-hook',
    text: `
      select h.enabled, h.last_four, h.created_at,
        greatest(
          (select max(b.created_at) from batch b where b.account_id = h.account_id and b.project_id = h.project_id and b.token_id = h.token_id),
          (select max(d.last_at) from duplicate_batch d where d.account_id = h.account_id and d.project_id = h.project_id and d.token_id = h.token_id)
        ) as last_used_at,
        (select coalesce(sum(cardinality(b.urls)), 0)::bigint from batch b
         where b.account_id = h.account_id and b.project_id = h.project_id and b.created_at > pagebell_moment() - interval '7 days') as accepted_7d,
        case when h.previous_accepted_until > pagebell_now() then h.previous_last_four end as previous_last_four,
        case when h.previous_accepted_until > pagebell_now() then h.previous_accepted_until end as previous_accepted_until,
        case when h.previous_accepted_until > pagebell_now() then
          greatest(
            (select max(b.created_at) from batch b where b.account_id = h.account_id and b.project_id = h.project_id and b.token_id = h.previous_token_id),
            (select max(d.last_at) from duplicate_batch d where d.account_id = h.account_id and d.project_id = h.project_id and d.token_id = h.previous_token_id)
          )
        end as previous_last_used_at,
        coalesce((select w.urls from waiting_list w where w.account_id = h.account_id and w.project_id = h.project_id), 0) as waiting_urls,
        (select min(w.waiting_since) from waiting_url w where w.account_id = h.account_id and w.project_id = h.project_id) as waiting_since
      from hook h where h.account_id = $1 and h.project_id = $2`,
    values: [accountId, projectId],
  })
  return rows[0]
}

/** The owners of tokens, in their order; undefined for one that is not accepted at this moment. */
export async function findTokenOwners(q: Queryable, tokenHashes: Buffer[]): Promise<(TokenOwner | undefined)[]> {
  const { rows } = await q.query<TokenOwner & { hash: Buffer }>({
    name: 'find-token-owners',
    text: `
      select h.token_hash as hash, h.account_id as "accountId", h.project_id as "projectId", h.project,
        a.requests_per_minute as "requestsPerMinute"
      from hook h join account a using (account_id) where h.enabled and h.token_hash = any ($1)
      union all
      select h.previous_token_hash, h.account_id, h.project_id, h.project, a.requests_per_minute
      from hook h join account a using (account_id)
      where h.enabled and h.previous_token_hash = any ($1) and h.previous_accepted_until > pagebell_now()`,
    values: [tokenHashes],
  })
  const owners = new Map(rows.map(({ hash, ...owner }) => [hash.toString('hex'), owner]))
  return tokenHashes.map((hash) => owners.get(hash.toString('hex')))
}

export type NewToken = { id: string; hash: Buffer; lastFour: string }

/** Gives a project its first token, or a new one beside which the old stays good for so many seconds. */
export async function rotateToken(
  q: Queryable,
  { accountId, projectId, project }: { accountId: string; projectId: string; project: string },
  token: NewToken,
  graceSeconds: number,
): Promise<{ created: boolean } | undefined> {
  const values = [projectId, accountId, project, token.id, token.hash, token.lastFour, graceSeconds]
  const { rows } = await q.query<{ created: boolean }>({
    name: 'rotate-hook',
    // xmax is 0 on a row that was inserted.
    text: `
      insert into hook as h (project_id, account_id, project, token_id, token_hash, last_four, created_at)
      values ($1, $2, $3, $4, $5, $6, pagebell_now())
      on conflict (account_id, project_id) do update set
        previous_token_id = case when $7 > 0 then h.token_id end,
        previous_token_hash = case when $7 > 0 then h.token_hash end,
        previous_last_four = case when $7 > 0 then h.last_four end,
        previous_accepted_until = case when $7 > 0 then pagebell_now() + make_interval(secs => $7) end,
        token_id = excluded.token_id, token_hash = excluded.token_hash, last_four = excluded.last_four,
        created_at = excluded.created_at
      returning xmax = 0 as created`,
    values,
  })
  return rows[0]
}

/** Switches a project's tokens on or off. */
export async function setHookEnabled(
  q: Queryable,
  accountId: string,
  projectId: string,
  enabled: boolean,
): Promise<void> {
  await q.query({
    name: 'set-hook-enabled',
    text: 'update hook set enabled = $3 where account_id = $1 and project_id = $2',
    values: [accountId, projectId, enabled],
  })
}

/** Ends a project's tokens. Returns whether there were any. */
export async function deleteHook(q: Queryable, accountId: string, projectId: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'delete-hook',
    // Waits for the requests that hold the row; those that come after find nothing.
    text: 'delete from hook where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rowCount > 0
}

/** Until the transaction ends, no other one rotates this project's token or closes the project, whether or not it has rows. */
export async function lockProject(q: Queryable, projectId: string): Promise<void> {
  await q.query({
    name: 'lock-project',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [projectId],
  })
}

/** Whether the project was deleted. */
export async function isClosed(q: Queryable, accountId: string, projectId: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'is-closed',
    text: 'select from closed_project where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rowCount > 0
}

/** The key of a request that answers a new token, and the hash of the request. */
export type TokenClaim = {
  accountId: string
  projectId: string
  operation: 'rotate' | 'source'
  key: string
  requestHash: Buffer
}

/** Notes an Idempotency-Key of a rotation; false if it has been used within 24 hours. */
export async function claimRotation(q: Queryable, claim: TokenClaim): Promise<boolean> {
  const { accountId, projectId, operation, key, requestHash } = claim
  const { rowCount } = await q.query({
    name: 'claim-rotation',
    text: `
      insert into idempotency as i (account_id, project_id, operation, key, request_hash, created_at)
      values ($1, $2, $3, $4, $5, pagebell_now())
      on conflict (account_id, project_id, operation, key) do update
      set request_hash = excluded.request_hash, created_at = excluded.created_at
      where i.created_at <= pagebell_now() - interval '24 hours'`,
    values: [accountId, projectId, operation, key, requestHash],
  })
  return rowCount > 0
}

/** The hash of the request that used this Idempotency-Key before. */
export async function findRotation(q: Queryable, claim: Omit<TokenClaim, 'requestHash'>): Promise<Buffer | undefined> {
  const { accountId, projectId, operation, key } = claim
  const { rows } = await q.query<{ request_hash: Buffer }>({
    name: 'find-rotation',
    text: `
      select request_hash from idempotency
      where account_id = $1 and project_id = $2 and operation = $3 and key = $4`,
    values: [accountId, projectId, operation, key],
  })
  return rows[0]?.request_hash
}

/** The hash of the token of a project, and its owner; undefined if no request could come with one. */
export async function findHookToken(
  q: Queryable,
  accountId: string,
  projectId: string,
): Promise<{ tokenHash: Buffer; owner: TokenOwner } | undefined> {
  const { rows } = await q.query<TokenOwner & { tokenHash: Buffer }>({
    name: 'find-hook-token',
    text: `
      select h.token_hash as "tokenHash", h.account_id as "accountId", h.project_id as "projectId", h.project,
        a.requests_per_minute as "requestsPerMinute"
      from hook h join account a using (account_id)
      where h.account_id = $1 and h.project_id = $2 and h.enabled`,
    values: [accountId, projectId],
  })
  const [row] = rows
  if (row === undefined) return undefined
  const { tokenHash, ...owner } = row
  return { tokenHash, owner }
}
