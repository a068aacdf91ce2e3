import type { Queryable } from '@pagebell/postgres/database'
import type { NewToken } from '../hooks/hooks.sql.ts'
import type { Rule } from '../sources/rules/rule.ts'
import type { SourceChanges, SourcePlace, StoredSource } from './stored-source.ts'

/** What is past its time is answered as if it were gone. */
const columns = `account_id, project_id, source_id, project, kind, name, enabled, last_four,
  case when previous_accepted_until > pagebell_now() then previous_last_four end as previous_last_four,
  case when previous_accepted_until > pagebell_now() then previous_accepted_until end as previous_accepted_until,
  secret,
  case when previous_secret_until > pagebell_now() then previous_secret end as previous_secret,
  case when previous_secret_until > pagebell_now() then previous_secret_until end as previous_secret_until,
  rules, allow_ips, created_at, last_used_at`

export type NewSource = SourcePlace & {
  project: string
  kind: string
  name: string
  token: NewToken
  sealedSecret: string | undefined
  rules: Rule[] | null
  allowIps: string[]
}

export async function insertSource(q: Queryable, source: NewSource): Promise<void> {
  const { accountId, projectId, sourceId, project, kind, name, token, sealedSecret, rules, allowIps } = source
  await q.query({
    name: 'insert-source',
    text: `
      insert into source (account_id, project_id, source_id, project, kind, name, token_id, token_hash, last_four, secret,
        rules, allow_ips, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, pagebell_now())`,
    values: [
      accountId,
      projectId,
      sourceId,
      project,
      kind,
      name,
      token.id,
      token.hash,
      token.lastFour,
      sealedSecret ?? null,
      rules === null ? null : JSON.stringify(rules),
      allowIps,
    ],
  })
}

/** The sources of a project, oldest first. */
export async function listSources(q: Queryable, accountId: string, projectId: string): Promise<StoredSource[]> {
  const { rows } = await q.query<StoredSource>({
    name: 'list-sources',
    text: `select ${columns} from source where account_id = $1 and project_id = $2 order by created_at, source_id`,
    values: [accountId, projectId],
  })
  return rows
}

export async function findSource(q: Queryable, place: SourcePlace): Promise<StoredSource | undefined> {
  const { accountId, projectId, sourceId } = place
  const { rows } = await q.query<StoredSource>({
    name: 'find-source',
    text: `select ${columns} from source where account_id = $1 and project_id = $2 and source_id = $3`,
    values: [accountId, projectId, sourceId],
  })
  return rows[0]
}

/** Waits for the delivery that is being committed, as every change of a source does. Returns whether there is one. */
export async function changeSource(q: Queryable, place: SourcePlace, changes: SourceChanges): Promise<boolean> {
  const { accountId, projectId, sourceId } = place
  const { name, enabled, rules, allowIps } = changes
  const { rowCount } = await q.query({
    name: 'change-source',
    text: `
      update source set name = coalesce($4, name), enabled = coalesce($5, enabled),
        rules = case when $6 then $7::jsonb else rules end, allow_ips = coalesce($8, allow_ips)
      where account_id = $1 and project_id = $2 and source_id = $3`,
    values: [
      accountId,
      projectId,
      sourceId,
      name ?? null,
      enabled ?? null,
      rules !== undefined,
      rules === undefined || rules === null ? null : JSON.stringify(rules),
      allowIps ?? null,
    ],
  })
  return rowCount > 0
}

/** Gives a source another secret, or none; the one before is valid for so many seconds more. */
export async function setSourceSecret(
  q: Queryable,
  { accountId, projectId, sourceId }: SourcePlace,
  sealedSecret: string | null,
  graceSeconds: number,
): Promise<void> {
  await q.query({
    name: 'set-source-secret',
    text: `
      update source set secret = $4,
        previous_secret = case when $5 > 0 and $4::text is not null then secret end,
        previous_secret_until = case when $5 > 0 and $4::text is not null and secret is not null
          then pagebell_now() + make_interval(secs => $5) end
      where account_id = $1 and project_id = $2 and source_id = $3`,
    values: [accountId, projectId, sourceId, sealedSecret, graceSeconds],
  })
}

/** Gives a source a new token beside which the old one stays good for so many seconds. Returns whether there is one. */
export async function rotateSourceToken(
  q: Queryable,
  { accountId, projectId, sourceId }: SourcePlace,
  token: NewToken,
  graceSeconds: number,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'rotate-source',
    text: `
      update source set
        previous_token_id = case when $7 > 0 then token_id end,
        previous_token_hash = case when $7 > 0 then token_hash end,
        previous_last_four = case when $7 > 0 then last_four end,
        previous_accepted_until = case when $7 > 0 then pagebell_now() + make_interval(secs => $7) end,
        token_id = $4, token_hash = $5, last_four = $6
      where account_id = $1 and project_id = $2 and source_id = $3`,
    values: [accountId, projectId, sourceId, token.id, token.hash, token.lastFour, graceSeconds],
  })
  return rowCount > 0
}

/** Ends a source: its token stops at once. Sweeps delete what it remembered. Returns whether there was one. */
export async function deleteSource(q: Queryable, { accountId, projectId, sourceId }: SourcePlace): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'delete-source',
    text: 'delete from source where account_id = $1 and project_id = $2 and source_id = $3',
    values: [accountId, projectId, sourceId],
  })
  return rowCount > 0
}

/** Ends all sources of a project. */
export async function deleteSourcesOf(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'delete-sources-of',
    text: 'delete from source where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
}

export type SealedSecrets = {
  account_id: string
  source_id: string
  secret: string | null
  previous_secret: string | null
}

/** Sources, of any account, with a secret that another key than this has sealed; locked until the transaction ends. */
export async function lockOldSecrets(q: Queryable, currentId: string, limit: number): Promise<SealedSecrets[]> {
  const { rows } = await q.query<SealedSecrets>({
    name: 'lock-old-source-secrets',
    text: `
      select account_id, source_id, secret, previous_secret from source
      where split_part(secret, '.', 1) <> $1 or split_part(previous_secret, '.', 1) <> $1
      order by account_id, source_id limit $2 for update`,
    values: [currentId, limit],
  })
  return rows
}

export async function resealSecrets(q: Queryable, rows: SealedSecrets[]): Promise<void> {
  await q.query({
    name: 'reseal-source-secrets',
    text: `
      update source s set secret = r.secret, previous_secret = r.previous_secret
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) r (account_id, source_id, secret, previous_secret)
      where s.account_id = r.account_id and s.source_id = r.source_id`,
    values: [
      rows.map((row) => row.account_id),
      rows.map((row) => row.source_id),
      rows.map((row) => row.secret),
      rows.map((row) => row.previous_secret),
    ],
  })
}
