import type { Queryable } from '@pagebell/postgres/database'
import { newRulesVersion } from '../page-rules/page-rules.sql.ts'

type ProjectKey = { accountId: string; projectId: string }

export type ChangingBlock = { id: string; path: string; url: string; found_at: string }

/** Of a project, with those that count again. */
const maxBlocks = 100

/** The blocks that do not count, in the order in which they were found. */
export async function listBlocks(q: Queryable, { accountId, projectId }: ProjectKey): Promise<ChangingBlock[]> {
  const { rows } = await q.query<ChangingBlock>({
    name: 'list-changing-blocks',
    text: `
      select id, path, url, found_at from changing_block
      where account_id = $1 and project_id = $2 and not counts order by found_at, path`,
    values: [accountId, projectId],
  })
  return rows
}

/** Adds blocks that do not count, as far as there is room, and returns how many; known ones stay as they are. */
export async function addBlocks(q: Queryable, key: ProjectKey, url: string, paths: string[]): Promise<number> {
  const { accountId, projectId } = key
  const { rowCount } = await q.query({
    name: 'add-changing-blocks',
    text: `
      insert into changing_block (account_id, project_id, path, url)
      select $1, $2, new.path, $3
      from unnest($4::text[]) as new (path)
      where not exists (
        select from changing_block k where k.account_id = $1 and k.project_id = $2 and k.path = new.path)
      limit greatest(0, $5 - (select count(*) from changing_block where account_id = $1 and project_id = $2))
      on conflict (account_id, project_id, path) do nothing`,
    values: [accountId, projectId, url, paths, maxBlocks],
  })
  if (rowCount > 0) await newRulesVersion(q, key)
  return rowCount
}

/** Makes a block count again, permanently; false if there is no such block. */
export async function countBlock(q: Queryable, key: ProjectKey, id: string): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'count-changing-block',
    text: `
      update changing_block set counts = true
      where account_id = $1 and project_id = $2 and id = $3 and not counts`,
    values: [key.accountId, key.projectId, id],
  })
  if (rowCount > 0) await newRulesVersion(q, key)
  return rowCount > 0
}
