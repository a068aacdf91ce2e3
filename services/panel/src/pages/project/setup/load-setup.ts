import type { Hook__Output as Hook } from '@pagebell/protos/intake/v1/intake'
import type { Source__Output as Source } from '@pagebell/protos/intake/v1/sources'
import type { Watch__Output as Watch } from '@pagebell/protos/pages/v1/watches'
import type { Project__Output as Project } from '@pagebell/protos/project/v1/project'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import { Type } from '@pagebell/schema/type'
import { type Clients, findProject } from '../../../clients/clients.ts'
import { undefinedIfNotFound, undefinedIfUnavailable } from '../../../clients/fallbacks.ts'
import { loadChannels, type ProjectChannels } from '../load-channels.ts'
import { firstPageOf, pageOnSite, progressOf, type SiteParts } from './setup-progress.ts'
import type { SetupSite } from './step-page.ts'

/** The parts of a site in full. */
export type SetupParts = Pick<SiteParts, 'isAnnounced'> &
  ProjectChannels & {
    watches: Watch[]
    sources: Source[]
    hook: Hook | undefined
    reports: Report[]
    /** False while the report service or the notifier is unavailable: then what they know counts as missing. */
    isComplete: boolean
  }

/** From the beginning, as far back as endings are counted. */
const ever = new Date(0).toISOString()
/** Reports of which one may be rated. */
const shownReports = 10

/** Which of these projects a search engine has accepted a URL of. */
export async function findAnnounced(
  { deliveryCounts }: Pick<Clients, 'deliveryCounts'>,
  account_id: string,
  project_ids: string[],
): Promise<Set<string>> {
  if (project_ids.length === 0) return new Set()
  const { projects } = await deliveryCounts.countEnded({ account_id, project_ids, from: ever })
  return new Set(projects.flatMap(({ project_id, delivered }) => (delivered > 0 ? [project_id] : [])))
}

export async function loadSiteParts(
  clients: Clients,
  account_id: string,
  { project, project_id }: Project,
): Promise<SetupParts> {
  const place = { account_id, project_id }
  const [{ watches }, { sources }, hook, { channels, status }, rated, announced] = await Promise.all([
    clients.watches.listWatches(place),
    clients.sources.listSources(place),
    undefinedIfNotFound(clients.hooks.getHook(place)),
    loadChannels(clients, account_id, { project, project_id }),
    loadNewestReports(clients, account_id, project),
    undefinedIfUnavailable(findAnnounced(clients, account_id, [project_id])),
  ])
  const isComplete = status !== undefined && rated !== undefined && announced !== undefined
  const isAnnounced = announced?.has(project_id) ?? false
  return { watches, sources, hook, channels, status, reports: rated?.reports ?? [], isAnnounced, isComplete }
}

/** Undefined while the report service is unavailable. */
function loadNewestReports({ reports }: Clients, account_id: string, project: string) {
  const newest = { account_id, project, sort_by: 'generated_at', sort: 'desc', page: 1, per_page: shownReports }
  return undefinedIfUnavailable(reports.listReports(newest))
}

export const setupParams = Type.Object({ project: Type.String() })

/** Each page hands the first page of the site on to the next. */
export const setupFields = { address: Type.Optional(Type.String({ maxLength: 3_000 })) }

type RequestedSetup = { name: string; address: string | undefined }

/**
 * The project, and the first page of its site, for what shows nothing else of the set-up. Throws fault not_found for a
 * project of another account.
 */
export async function loadPlace(clients: Clients, account_id: string, { name, address }: RequestedSetup) {
  const { project, project_id } = await findProject(clients, account_id, name)
  const place = { account_id, project_id, project }
  const given = pageOnSite(project, address)
  if (given !== undefined) return { place, firstPage: given }
  const [{ watches }, listed] = await Promise.all([
    clients.watches.listWatches(place),
    loadNewestReports(clients, account_id, project),
  ])
  return { place, firstPage: firstPageOf(project, undefined, { watches, reports: listed?.reports ?? [] }) }
}

/** What a page of the set-up shows of its project. Throws fault not_found for a project of another account. */
export async function loadSetup(clients: Clients, account_id: string, { name, address }: RequestedSetup) {
  const project = await findProject(clients, account_id, name)
  const parts = await loadSiteParts(clients, account_id, project)
  const firstPage = firstPageOf(project.project, address, parts)
  const site: SetupSite = { project: project.project, firstPage, progress: progressOf(parts) }
  return { project, parts, site, place: { account_id, project_id: project.project_id, project: project.project } }
}
