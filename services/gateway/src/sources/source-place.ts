import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import type { Api } from '../http/routes.ts'
import { findProject } from '../projects/project.ts'

/** Another account's source is as absent as one that does not exist. */
export async function findPlace({ clients }: Api, accountId: string, params: { project: string; source: string }) {
  const { project_id, project } = await findProject(clients, accountId, params.project)
  return { project, place: { account_id: accountId, project_id, source_id: requireId(params.source) } }
}

function requireId(id: string): string {
  if (isId(id)) return id
  throw fault('not_found', 'This project has no such source.', { code: 'no_source' })
}
