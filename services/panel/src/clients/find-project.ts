import { fault } from '@pagebell/faults/fault'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import { storedProjectName } from '@pagebell/urls/project-name'
import type { Clients } from './clients.ts'

/** The account's project that a path names, in any spelling. Throws fault not_found, also for an impossible name. */
export async function findProject(
  { projects }: Pick<Clients, 'projects'>,
  account_id: string,
  name: string,
): Promise<Project> {
  const project = storedProjectName(name)
  if (project === undefined) throw fault('not_found', 'There is no project of this name.')
  return projects.getProject({ account_id, project })
}
