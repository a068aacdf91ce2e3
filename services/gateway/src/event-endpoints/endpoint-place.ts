import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import type { Api } from '../http/routes.ts'
import { findProject } from '../projects/project.ts'

/** Another account's endpoint is as absent as one that does not exist. */
export async function findEndpointPlace(
  { clients }: Api,
  accountId: string,
  params: { project: string; endpoint: string },
) {
  const { project_id, project } = await findProject(clients, accountId, params.project)
  return { project, place: { account_id: accountId, project_id, endpoint_id: requireId(params.endpoint) } }
}

function requireId(id: string): string {
  if (isId(id)) return id
  throw fault('not_found', 'The project has no such endpoint for events.', { code: 'no_endpoint' })
}
