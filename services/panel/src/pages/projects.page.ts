import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  Project__Output as Project,
  ProjectList__Output as ProjectList,
} from '@pagebell/protos/project/v1/project'
import { type Static, Type } from '@pagebell/schema/type'
import type { Clients } from '../clients/clients.ts'
import { undefinedIfUnavailable } from '../clients/fallbacks.ts'
import { listStart, pagingFields } from '../forms/fields.ts'
import { counted, daysAgo, timeTag } from '../html/format.ts'
import { type Frame, frameOf, sendPage } from '../html/frame.ts'
import { sendingBadge } from '../parts/badge.ts'
import { choice, field, searchingList } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { successRate } from '../parts/outcome-chart.ts'
import { pager } from '../parts/pager.ts'
import { scoreWithTrend } from '../parts/score-days.ts'
import { empty, pastTheEnd, table } from '../parts/table.ts'
import { readableHost, shownHost } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'
import { findAnnounced } from './project/setup/load-setup.ts'

/** As in the API's list. */
const projectFilters = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 253 })),
  sort_by: Type.String({ enum: ['created_at', 'project'], default: 'created_at' }),
  sort: Type.String({ enum: ['desc', 'asc'], default: 'desc' }),
  ...pagingFields,
})

type ProjectFilters = Static<typeof projectFilters>

/** What ended of each project in the last days, by its id; undefined while the notifier is unavailable. */
type Ended = Map<string, { delivered: number; rejected: number }> | undefined

/** The runs of each project of the last days and of those before, by its id. */
type ProjectScores = Map<string, Parameters<typeof scoreWithTrend>[0]> | undefined

type ProjectsPage = {
  filters: ProjectFilters
  found: ProjectList
  ended: Ended
  /** New projects of which nothing was announced; undefined while the notifier is unavailable. */
  unannounced: ReadonlySet<string> | undefined
  scores: ProjectScores
}

const addSite = html`<a class="button main" href="/sites/new">Add a site</a>`

function projectsPage(frame: Frame, { filters, found, ...columns }: ProjectsPage): Html {
  const place = { page: filters.cursor === undefined ? (filters.page ?? 1) : undefined, perPage: filters.per_page }
  const { projects, total, total_is_capped } = found
  const none = projects.length === 0
  const list = none ? noProjects(filters, total) : projectTable(frame, projects, columns)
  return page(frame, {
    title: 'Projects',
    lead: 'A project is a site, named by its host. It has the ways by which changes arrive, and its reports.',
    actions: addSite,
    body: html`<div class="sections"><section aria-label="Projects">${filterForm(filters)}
<div id="list" tabindex="-1">
<p class="hint list-count" role="status" tabindex="-1">${counted(total, 'project')}${total_is_capped && ' or more'}</p>
<div class="card flush">${list}</div>
${pager(frame.path, { ...place, shown: projects.length }, found)}</div></section></div>`,
  })
}

function filterForm({ search, sort_by, sort }: ProjectFilters): Html {
  const attributes = html`maxlength="253" autocomplete="off"`
  const searchField = field({ name: 'search', label: 'Name contains', type: 'search', value: search, attributes })
  const sortChoice = choice('sort_by', 'Sort by', sort_by, [
    ['created_at', 'Date'],
    ['project', 'Name'],
  ])
  const orderChoice = choice('sort', 'Order', sort, [
    ['desc', 'Descending'],
    ['asc', 'Ascending'],
  ])
  return html`<form method="get" action="/projects#list" class="filters" role="search" aria-label="Find projects"
${searchingList('/projects', 'input changed delay:300ms from:find input, change, submit')}>
<div class="grow">${searchField}</div>${sortChoice}${orderChoice}<button>Apply</button></form>`
}

const projectTable = (
  frame: Frame,
  projects: Project[],
  { ended, unannounced, scores }: Pick<ProjectsPage, 'ended' | 'unannounced' | 'scores'>,
): Html =>
  table<Project>(
    'Projects',
    [
      {
        name: 'Site',
        kind: 'main',
        cell: ({ project }) => html`<a class="url" href="/projects/${project}">${shownHost(project)}</a>`,
      },
      {
        name: 'Score',
        cell: ({ project_id }) => (scores === undefined ? 'unavailable' : scoreWithTrend(scores.get(project_id))),
      },
      { name: `Last ${days} days`, kind: 'short', cell: ({ project_id }) => lastDays(ended, project_id) },
      {
        name: 'Status',
        cell: ({ project, project_id }) => html`${ended !== undefined && sendingBadge(ended.get(project_id))}
${unannounced?.has(project_id) && continueLink(project)}`,
      },
      { name: 'Added', cell: ({ created_at }) => timeTag(created_at, frame.now) },
    ],
    projects,
  )

const continueLink = (project: string): Html =>
  html`<span class="two"><a href="/projects/${project}/setup">Continue setting up<span class="unseen">
${readableHost(project)}</span></a></span>`

const days = 7

function lastDays(ended: Ended, projectId: string): Part {
  if (ended === undefined) return 'unavailable'
  const of = ended.get(projectId)
  if (of === undefined) return '–'
  return html`${successRate([of])}<span class="two">${counted(of.delivered + of.rejected, 'URL')}</span>`
}

function noProjects({ search, page: number = 1, cursor }: ProjectFilters, total: number): Html {
  if (number > 1 && total > 0) return pastTheEnd('/projects')
  if (search !== undefined || cursor !== undefined) {
    const showAll = html`<a class="button" href="/projects">Show all</a>`
    return empty('projects', 'No project fits', 'Try fewer letters.', showAll)
  }
  return empty('projects', 'No site yet', 'Add the first one: Pagebell leads you to its first announcement.')
}

/** A page of projects with what was sent for each. */
async function loadProjects(clients: Clients, account_id: string, filters: ProjectFilters) {
  const found = await clients.projects.listProjects({ ...filters, ...listStart(filters), account_id })
  const project_ids = found.projects.map(({ project_id }) => project_id)
  const [from, before] = [days, 2 * days].map((age) => daysAgo(age))
  const which = { account_id, project_ids, from }
  const [counts, scores] = await Promise.all([
    undefinedIfUnavailable(clients.deliveryCounts.countEnded(which)),
    undefinedIfUnavailable(clients.scores.sumProjectScores({ ...which, before })),
  ])
  const ended = counts && byProject(counts.projects)
  const unannounced = ended && (await findUnannounced(clients, account_id, { projects: found.projects, ended }))
  return { found, ended, unannounced, scores: scores && byProject(scores.projects) }
}

/**
 * For so long the list and the overview offer to continue a set-up: who has announced nothing by then wants to do
 * without, such as with ratings alone. Deliveries are kept for longer, unless the operator has shortened that.
 */
const setupDays = 30

export const isNewProject = ({ created_at }: Pick<Project, 'created_at'>): boolean =>
  Date.parse(created_at) >= Date.parse(daysAgo(setupDays))

/** Only those of which nothing was delivered lately are looked up further back. */
export async function findUnannounced(
  clients: Pick<Clients, 'deliveryCounts'>,
  account_id: string,
  { projects, ended }: { projects: Pick<Project, 'project_id' | 'created_at'>[]; ended: NonNullable<Ended> },
): Promise<ReadonlySet<string> | undefined> {
  const added = projects.filter(isNewProject)
  const quiet = added.map(({ project_id: id }) => id).filter((id) => (ended.get(id)?.delivered ?? 0) === 0)
  const announced = await undefinedIfUnavailable(findAnnounced(clients, account_id, quiet))
  return announced && new Set(quiet).difference(announced)
}

const byProject = <Row extends { project_id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.project_id, row]))

const listProjects: Route = (app, tools) => {
  app.get('/projects', { schema: { querystring: projectFilters } }, async (request, reply) => {
    const filters = request.query
    const loaded = await loadProjects(tools.clients, accountOf(request), filters)
    return sendPage(reply, projectsPage(frameOf(request, reply, tools), { filters, ...loaded }))
  })
}

export default signedInRoutes(listProjects)
