import type { Queryable } from '@pagebell/postgres/database'
import type { WatchSettings } from './watch.ts'
import { forgetRows, settingsColumns, type WatchKey } from './watches.sql.ts'

/**
 * The files of the watch `w` without what their server calls them, each with the patterns by which it was read. Those
 * of before an earlier change, after which it has not been read, stay.
 */
const filesToReadAgain = `(
  select coalesce(jsonb_agg(
    jsonb_build_object('chosen_by', jsonb_build_object('include', w.include, 'exclude', w.exclude))
      || file || '{"etag": null, "last_modified": null, "digest": null}' order by place), '[]')
  from jsonb_array_elements(w.files) with ordinality as known (file, place))`

/**
 * Stores a watch. One that exists keeps what it knows of its pages, unless it gets another URL. With other patterns its
 * files are read again although they have not changed. False if the project has `max` others.
 */
export async function putWatch(
  q: Queryable,
  { accountId, projectId, id }: WatchKey,
  { project, settings, max }: { project: string; settings: WatchSettings; max: number },
): Promise<boolean> {
  const { rowCount: moved } = await q.query({
    name: 'lock-watch-of-another-address',
    text: 'select from watch where account_id = $1 and project_id = $2 and id = $3 and url <> $4 for update',
    values: [accountId, projectId, id, settings.url],
  })
  if (moved > 0) await forgetRows(q, { accountId, projectId, id }, 'watch_url')
  const { rowCount } = await q.query({
    name: 'put-watch',
    text: `
      insert into watch as w (account_id, project_id, id, project, ${settingsColumns})
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text[], $12::text[]
      where (select count(*) from watch where account_id = $1 and project_id = $2 and id <> $3) < $13
      on conflict (account_id, project_id, id) do update set
        project = excluded.project, url = excluded.url, kind = excluded.kind, every_minutes = excluded.every_minutes,
        trust = excluded.trust, deletes = excluded.deletes, first = excluded.first, include = excluded.include,
        exclude = excluded.exclude, next_scan_at = clock_timestamp(), lease = null,
        remembers = w.remembers or w.url <> excluded.url,
        files = case when w.url <> excluded.url then '[]'
          when w.include = excluded.include and w.exclude = excluded.exclude then w.files
          else ${filesToReadAgain} end`,
    values: [
      accountId,
      projectId,
      id,
      project,
      settings.url,
      settings.kind,
      settings.every_minutes,
      settings.trust,
      settings.deletes,
      settings.first,
      settings.include,
      settings.exclude,
      max,
    ],
  })
  return rowCount === 1
}
