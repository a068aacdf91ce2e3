import { randomUUID } from 'node:crypto'
import { findProject } from './find-project.ts'
import { orUndefined, undefinedIfAway } from './or-undefined.ts'
import type { ProjectPage } from './pages/project.ts'
import type { Tools } from './route.ts'

/** What the page of a project shows, asked of its owners. */
export async function loadProjectPage(
  { peers, hooksUrl }: Pick<Tools, 'peers' | 'hooksUrl'>,
  account_id: string,
  name: string,
): Promise<ProjectPage> {
  const project = await findProject(peers, account_id, name)
  const [hook, { ignored_checks: ignored }, { channels }, care] = await Promise.all([
    orUndefined(peers.hooks.getHook({ account_id, project_id: project.project_id })),
    peers.ignoredChecks.listIgnoredChecks({ account_id, project: project.project }),
    peers.channelSettings.listChannels({ account_id, project: project.project }),
    undefinedIfAway(peers.channelCare.getCare({ account_id, project_id: project.project_id })),
  ])
  return { project, hook, channels, care, ignored, hooksUrl, once: randomUUID() }
}
