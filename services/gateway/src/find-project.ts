import { fault } from '@pagebell/faults/fault'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/Project'
import { storedProjectName } from '@pagebell/urls/project-name'
import type { Peers } from './peers.ts'

/** The caller's project of a name in a path, spelt in any way; 404 for what cannot be one. */
export async function findProject(
  { projects }: Pick<Peers, 'projects'>,
  accountId: string,
  written: string,
): Promise<Project> {
  const project = storedProjectName(written)
  if (project === undefined) throw fault('not_found', 'There is no project of this name.')
  return projects.getProject({ account_id: accountId, project })
}
