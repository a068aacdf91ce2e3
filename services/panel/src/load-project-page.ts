import { randomUUID } from 'node:crypto'
import { findProject } from './find-project.ts'
import { loadHostKeys } from './load-host-keys.ts'
import { orUndefined, undefinedIfAway } from './or-undefined.ts'
import type { Told } from './pages/events-card.ts'
import type { ProjectPage } from './pages/project.ts'
import type { Tools } from './route.ts'

/** What the page of a project shows, asked of its owners. */
export async function loadProjectPage(
  { peers, hooksUrl }: Pick<Tools, 'peers' | 'hooksUrl'>,
  account_id: string,
  name: string,
): Promise<ProjectPage> {
  const project = await findProject(peers, account_id, name)
  const of = { account_id, project_id: project.project_id }
  const [hook, { ignored_checks: ignored }, { channels }, care, told] = await Promise.all([
    orUndefined(peers.hooks.getHook({ account_id, project_id: project.project_id })),
    peers.ignoredChecks.listIgnoredChecks({ account_id, project: project.project }),
    peers.channelSettings.listChannels({ account_id, project: project.project }),
    undefinedIfAway(peers.channelCare.getCare(of)),
    undefinedIfAway(loadEvents(peers, of)),
  ])
  const hostKeys = await loadHostKeys(peers, { project, channels, care, account_id })
  return { project, hook, channels, care, hostKeys, told, ignored, hooksUrl, once: randomUUID() }
}

const mostEvents = 5

async function loadEvents(
  { eventEndpoints }: Tools['peers'],
  of: { account_id: string; project_id: string },
): Promise<Told> {
  const endpoint = await orUndefined(eventEndpoints.getEndpoint(of))
  if (endpoint === undefined) return { endpoint, recent: [] }
  return { endpoint, recent: (await eventEndpoints.listEvents({ ...of, per_page: mostEvents })).events }
}
