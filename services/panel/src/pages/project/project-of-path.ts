import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import type { FastifyRequest } from 'fastify'
import { type Clients, findProject } from '../../clients/clients.ts'
import { accountOf } from '../../session/request-session.ts'

/** A request for a page of a project. */
type ProjectRequest = FastifyRequest & { params: { project: string } }

/** The project of the signed-in account that a path names, with the account. Throws fault `not_found`. */
export async function projectOfPath(
  clients: Pick<Clients, 'projects'>,
  request: ProjectRequest,
): Promise<Project & { account_id: string }> {
  const account_id = accountOf(request)
  return { ...(await findProject(clients, account_id, request.params.project)), account_id }
}
