import type { Queryable } from '@pagebell/postgres/database'
import { ensureProjectKey } from '../projects/projects.sql.ts'

type ProjectKey = { accountId: string; projectId: string }

/** A project's own rules, as they were sent: `main`, `ignore` and `ignore_text`. */
export type StoredRules = { main?: string | null; ignore?: string[]; ignore_text?: string[] }

/** What does not count on the pages of a project: by its own rules, and because it changes by itself. */
export type RulesInForce = {
  own: StoredRules
  /** Paths of blocks. */
  ignoreBlocks: string[]
  /** Another one after each change of the above. */
  version: number
}

export async function findRules(q: Queryable, { accountId, projectId }: ProjectKey): Promise<RulesInForce> {
  const { rows } = await q.query<RulesInForce>({
    name: 'find-rules-in-force',
    text: `
      select
        coalesce((select rules from page_rules where account_id = $1 and project_id = $2), '{}') as own,
        array(select path from changing_block where account_id = $1 and project_id = $2 and not counts)
          as "ignoreBlocks",
        coalesce((select rules_version from page_project where account_id = $1 and project_id = $2), 0) as version`,
    values: [accountId, projectId],
  })
  return rows[0] ?? { own: {}, ignoreBlocks: [], version: 0 }
}

/** Stores the rules of a project. */
export async function putRules(q: Queryable, key: ProjectKey, rules: StoredRules): Promise<void> {
  await q.query({
    name: 'put-page-rules',
    text: `
      insert into page_rules (account_id, project_id, rules) values ($1, $2, $3)
      on conflict (account_id, project_id) do update set rules = excluded.rules`,
    values: [key.accountId, key.projectId, JSON.stringify(rules)],
  })
  await newRulesVersion(q, key)
}

/**
 * Notes that something else counts now. Pages are read again: a 304 would be the version by the rules of before. What
 * is known by those is not compared, so that a page does not count as edited because of its rules.
 */
export async function newRulesVersion(q: Queryable, { accountId, projectId }: ProjectKey): Promise<void> {
  await ensureProjectKey(q, accountId, projectId)
  await q.query({
    name: 'new-rules-version',
    text: `
      update page_project set rules_version = rules_version % 32767 + 1
      where account_id = $1 and project_id = $2`,
    values: [accountId, projectId],
  })
}
