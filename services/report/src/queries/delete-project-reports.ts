import type { Statement } from '@pagebell/postgres/database'

/** Deletes at most `limit` reports of a project, with their runs; few at a time, so that nobody waits long for a lock. */
export function deleteProjectReports(accountId: string, project: string, projectId: string, limit: number): Statement {
  return {
    name: 'delete-project-reports',
    text: `delete from report where account_id = $1 and id in (
        select id from report
        where account_id = $1 and project = $2 and project_id = $3
        order by id
        limit $4
        for update
      )`,
    values: [accountId, project, projectId, limit],
  }
}
