import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import type { Api } from '../http/routes.ts'
import { type ProjectRequest, projectOfPath } from '../projects/project.ts'

/** Another account's endpoint is as absent as one that does not exist. */
export async function findEndpointPlace({ clients }: Api, request: ProjectRequest & { params: { endpoint: string } }) {
  const { account_id, project_id, project } = await projectOfPath(clients, request)
  return { project, place: { account_id, project_id, endpoint_id: requireId(request.params.endpoint) } }
}

function requireId(id: string): string {
  if (isId(id)) return id
  throw fault('not_found', 'The project has no such endpoint for events.', { code: 'no_endpoint' })
}
