import type { Statement } from '@pagebell/postgres/database'

export type KeyFile = { account_id: string; project_id: string; host: string; url: string }
export type SeenKeyFile = { host: string; checked_at: string | null; problem: string | null }

/** Notes a host whose key file is looked at from now on; the one that is known stays as it is. */
export function noteKeyFile({ account_id, project_id, host, url }: KeyFile): Statement {
  return {
    name: 'note-key-file',
    text: `insert into key_files (account_id, project_id, host, url, next_at) values ($1, $2, $3, $4, clock_timestamp())
      on conflict (account_id, project_id, host) do nothing`,
    values: [account_id, project_id, host, url],
  }
}

/** Takes key files that are due, and sets their next time at once. */
export function claimKeyFiles(limit: number, everyMs: number): Statement {
  return {
    name: 'claim-key-files',
    text: `
      with due as (
        select account_id, project_id, host from key_files where next_at <= now()
        order by next_at limit $1 for update skip locked
      )
      update key_files k set next_at = clock_timestamp() + $2 * interval '1 millisecond'
      from due where k.account_id = due.account_id and k.project_id = due.project_id and k.host = due.host
      returning k.account_id, k.project_id, k.host, k.url`,
    values: [limit, everyMs],
  }
}

export function recordKeyFile({ account_id, project_id, host }: KeyFile, problem: string | undefined): Statement {
  return {
    name: 'record-key-file',
    text: `update key_files set checked_at = clock_timestamp(), problem = $4
      where account_id = $1 and project_id = $2 and host = $3`,
    values: [account_id, project_id, host, problem ?? null],
  }
}

export function listKeyFiles(accountId: string, projectId: string): Statement {
  return {
    name: 'list-key-files',
    text: `select host, checked_at, problem from key_files where account_id = $1 and project_id = $2
      order by host limit 100`,
    values: [accountId, projectId],
  }
}

export function deleteKeyFiles(accountId: string, projectId: string): Statement {
  return {
    name: 'delete-key-files',
    text: 'delete from key_files where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  }
}
