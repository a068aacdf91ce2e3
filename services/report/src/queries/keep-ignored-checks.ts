import type { Statement } from '@pagebell/postgres/database'

export interface IgnoredCheck {
  check: string
  /** The one page; null for every page of the project. */
  url: string | null
  reason: string
  expires_at: string | null
}

type Told = { account_id: string; project_id: string; version: number; ignored: IgnoredCheck[] }

/** An older version than the one kept changes nothing, and so does one of a project that is gone. */
export function keepIgnoredChecks({ account_id, project_id, version, ignored }: Told): Statement {
  return {
    name: 'keep-ignored-checks',
    text: `insert into ignored_checks as kept (account_id, project_id, version, ignored)
      select $1, $2, $3, $4
      where not exists (select from deleted_project where account_id = $1 and project_id = $2)
      on conflict (account_id, project_id) do update set version = excluded.version, ignored = excluded.ignored
      where kept.version < excluded.version`,
    values: [account_id, project_id, version, JSON.stringify(ignored)],
  }
}
