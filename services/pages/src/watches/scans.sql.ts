import type { Queryable } from '@pagebell/postgres/database'
import type { ScanProblem } from './read-files.ts'
import type { WatchKey } from './watches.sql.ts'

export const scanOutcomes = ['ok', 'unchanged', 'partial', 'failed'] as const

export type Scan = {
  id: string
  began_at: string
  ended_at: string
  /** unchanged: no file has changed; partial: some files were not read; failed: none was. */
  outcome: (typeof scanOutcomes)[number]
  files: number
  found: number
  added: number
  changed: number
  missing: number
  skipped: number
  problems: ScanProblem[]
}

/** `id` is a UUID of version 7, which orders the scans of a watch. */
export async function insertScan(
  q: Queryable,
  { accountId, projectId, id: watchId }: WatchKey,
  scan: Omit<Scan, 'ended_at'>,
): Promise<void> {
  await q.query({
    name: 'insert-scan',
    text: `
      insert into watch_scan (account_id, project_id, watch_id, id, began_at, outcome, files, found, added, changed,
        missing, skipped, problems)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      accountId,
      projectId,
      watchId,
      scan.id,
      scan.began_at,
      scan.outcome,
      scan.files,
      scan.found,
      scan.added,
      scan.changed,
      scan.missing,
      scan.skipped,
      JSON.stringify(scan.problems),
    ],
  })
}

/** The scans of a watch before the one with the id `before`, newest first. */
export async function listScans(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  before: string | undefined,
  limit: number,
): Promise<Scan[]> {
  const { rows } = await q.query<Scan>({
    name: 'list-scans',
    text: `
      select id, began_at, ended_at, outcome, files, found, added, changed, missing, skipped, problems from watch_scan
      where account_id = $1 and project_id = $2 and watch_id = $3 and ($4::uuid is null or id < $4)
      order by id desc limit $5`,
    values: [accountId, projectId, id, before ?? null, limit],
  })
  return rows
}

/** The last scan of each watch of a project. */
export async function findLastScans(
  q: Queryable,
  { accountId, projectId }: Pick<WatchKey, 'accountId' | 'projectId'>,
): Promise<(Scan & { watch_id: string })[]> {
  const { rows } = await q.query<Scan & { watch_id: string }>({
    name: 'find-last-scans',
    text: `
      select last.* from watch w cross join lateral (
        select watch_id, id, began_at, ended_at, outcome, files, found, added, changed, missing, skipped, problems
        from watch_scan s
        where s.account_id = w.account_id and s.project_id = w.project_id and s.watch_id = w.id
        order by s.id desc limit 1
      ) last
      where w.account_id = $1 and w.project_id = $2`,
    values: [accountId, projectId],
  })
  return rows
}
