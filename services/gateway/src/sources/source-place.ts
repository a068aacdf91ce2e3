import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import type { Api } from '../http/routes.ts'
import { type ProjectRequest, projectOfPath } from '../projects/project.ts'

/** Another account's source is as absent as one that does not exist. */
export async function findPlace({ clients }: Api, request: ProjectRequest & { params: { source: string } }) {
  const { account_id, project_id, project } = await projectOfPath(clients, request)
  return { project, place: { account_id, project_id, source_id: requireId(request.params.source) } }
}

function requireId(id: string): string {
  if (isId(id)) return id
  throw fault('not_found', 'This project has no such source.', { code: 'no_source' })
}
