import type { Queryable } from '@pagebell/postgres/database'
import { projectKey } from '../projects/projects.sql.ts'

type ProjectKey = { accountId: string; projectId: string }

/** A project's own rules, as they were sent: `main`, `ignore` and `ignore_text`. */
export type StoredRules = { main?: string | null; ignore?: string[]; ignore_text?: string[] }

/** The rules of a project; empty if it has none. */
export async function findRules(q: Queryable, { accountId, projectId }: ProjectKey): Promise<StoredRules> {
  const { rows } = await q.query<{ rules: StoredRules }>({
    name: 'find-page-rules',
    text: 'select rules from page_rules where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rows[0]?.rules ?? {}
}

/**
 * Stores the rules of a project. Its pages are read again: a 304 would be the version by the rules of before. What is
 * known by those is forgotten, so that a page does not count as edited because of its rules.
 */
export async function putRules(q: Queryable, { accountId, projectId }: ProjectKey, rules: StoredRules): Promise<void> {
  await q.query({
    name: 'put-page-rules',
    text: `
      with forgotten as (
        update page set etag = null, last_modified = null, content_hash = null
        where project_key = ${projectKey} and content_hash is not null
      )
      insert into page_rules (account_id, project_id, rules) values ($1, $2, $3)
      on conflict (account_id, project_id) do update set rules = excluded.rules`,
    values: [accountId, projectId, JSON.stringify(rules)],
  })
}
