import type { Queryable } from '@pagebell/postgres/database'

/**
 * Locks a project until the transaction ends: `shared` to store something of it, `exclusive` to delete it. It must be a
 * separate statement, because a statement does not see what was committed while it waited for a lock.
 */
export async function lockProject(q: Queryable, projectId: string, how: 'shared' | 'exclusive'): Promise<void> {
  const [name, lock] =
    how === 'shared'
      ? ['lock-project-shared', 'pg_advisory_xact_lock_shared']
      : ['lock-project-alone', 'pg_advisory_xact_lock']
  await q.query({
    name,
    text: `select ${lock}(hashtextextended('pages project ' || $1, 0))`,
    values: [projectId],
  })
}

export async function insertTombstone(
  q: Queryable,
  accountId: string,
  projectId: string,
  deletedAt: string,
): Promise<void> {
  await q.query({
    name: 'insert-tombstone',
    text: `insert into deleted_project (account_id, project_id, deleted_at) values ($1, $2, $3)
      on conflict (account_id, project_id) do nothing`,
    values: [accountId, projectId, deletedAt],
  })
}

/** Whether the project has a tombstone. */
export async function isProjectDeleted(q: Queryable, accountId: string, projectId: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'find-tombstone',
    text: 'select from deleted_project where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rowCount > 0
}

/** The key of a project in the rows of its pages, of statements whose first parameters are account and project. */
export const projectKey = '(select key from page_project where account_id = $1 and project_id = $2)'

/** Gives a project its key, if it has none. A number is only taken for a project that is new. */
export async function ensureProjectKey(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'ensure-project-key',
    text: `
      insert into page_project (account_id, project_id)
      select $1, $2 where not exists ${projectKey}
      on conflict (account_id, project_id) do nothing`,
    values: [accountId, projectId],
  })
}

const ofKey = `project_key = ${projectKey}`
const ofIds = 'account_id = $1 and project_id = $2'

/** The tables that have rows of a project, and which rows these are. Its key goes after the rows that have it. */
const ofProject = {
  lastmod_sitemap: ofIds,
  page_rules: ofIds,
  page_check: ofIds,
  deploy_wait: ofIds,
  found_page: ofIds,
  changing_block: ofIds,
  block_comparison: ofIds,
  page_change: ofIds,
  page_verdict: ofIds,
  page_announcement: ofKey,
  page: ofKey,
  watch: ofIds,
  watch_url: ofIds,
  watch_scan: ofIds,
  page_project: `${ofIds} and not exists (select from page_announcement where ${ofKey})
    and not exists (select from page where ${ofKey})`,
}

/** Deletes up to `limit` rows of each kind of a project; returns how many. The limit keeps locks short. */
export async function deleteProjectRows(
  q: Queryable,
  accountId: string,
  projectId: string,
  limit: number,
): Promise<number> {
  let deleted = 0
  for (const [table, condition] of Object.entries(ofProject)) {
    const { rowCount } = await q.query({
      name: `delete-project-${table}`,
      text: `delete from ${table} where ctid in (select ctid from ${table} where ${condition} limit $3)`,
      values: [accountId, projectId, limit],
    })
    deleted += rowCount
  }
  return deleted
}
