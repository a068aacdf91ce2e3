import { fault } from '@pagebell/faults/fault'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import { type Static, Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../auth/caller.ts'
import type { Clients } from '../clients.ts'
import { named, time } from '../http/schemas.ts'

export const projectJson = named(
  'Project',
  Type.Object(
    {
      id: Type.String(),
      project: Type.String({ description: 'The host that names it.', examples: ['example.com'] }),
      created_at: time('When it was made.'),
      preflight: Type.Boolean({
        description: 'Pages are checked before they are announced, unless a webhook request says otherwise.',
      }),
      indexnow: Type.Object(
        { key: Type.String(), key_url: Type.String() },
        { description: 'Serve the key as the text of key_url: IndexNow checks it before it believes a submission.' },
      ),
    },
    { description: 'A site, named by its host.' },
  ),
)

export function toProjectJson({
  project_id,
  project,
  created_at,
  preflight,
  indexnow_key,
}: Project): Static<typeof projectJson> {
  const key_url = `https://${project}/${indexnow_key}.txt`
  return { id: project_id, project, created_at, preflight, indexnow: { key: indexnow_key, key_url } }
}

/** The account's project of a name in any spelling. Throws fault `not_found`, also for what cannot be a name. */
export async function findProject(
  { projects }: Pick<Clients, 'projects'>,
  accountId: string,
  name: string,
): Promise<Project> {
  const project = storedProjectName(name)
  if (project === undefined) throw fault('not_found', 'There is no project of this name.')
  return projects.getProject({ account_id: accountId, project })
}

/** A request whose path names a project. */
export type ProjectRequest = FastifyRequest & { params: { project: string } }

/** The caller's project that a path names, with the account. Throws fault `not_found`. */
export async function projectOfPath(
  clients: Pick<Clients, 'projects'>,
  request: ProjectRequest,
): Promise<Project & { account_id: string }> {
  const { accountId: account_id } = callerOf(request)
  return { ...(await findProject(clients, account_id, request.params.project)), account_id }
}
