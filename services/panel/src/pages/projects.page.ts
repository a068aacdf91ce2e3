import type {
  Project__Output as Project,
  ProjectList__Output as ProjectList,
} from '@pagebell/protos/project/v1/project'
import { type Static, Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import type { Clients } from '../clients/clients.ts'
import { undefinedIfUnavailable } from '../clients/fallbacks.ts'
import { listStart, pagingFields } from '../forms/fields.ts'
import { type FormErrors, submitForm } from '../forms/form-result.ts'
import { counted, daysAgo, timeTag } from '../html/format.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { type Html, html, type Part } from '../html/html.ts'
import { sendingBadge } from '../parts/badge.ts'
import { choice, field, formProblem, postForm, problem, searchingList } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { successRate } from '../parts/outcome-chart.ts'
import { pager } from '../parts/pager.ts'
import { scoreWithTrend } from '../parts/score-days.ts'
import { empty, pastTheEnd, table } from '../parts/table.ts'
import { readableHost, shownHost } from '../parts/url.ts'
import { type Route, signedInRoutes } from '../route.ts'
import { accountOf } from '../session/request-session.ts'

/** As in the API's list. */
const projectFilters = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 253 })),
  sort_by: Type.String({ enum: ['created_at', 'project'], default: 'created_at' }),
  sort: Type.String({ enum: ['desc', 'asc'], default: 'desc' }),
  ...pagingFields,
})

type ProjectFilters = Static<typeof projectFilters>

/** A refused form; `existing` is the project of that name, if it already exists. */
type SentProject = { project?: string; errors?: FormErrors; existing?: string | undefined }

/** What ended of each project in the last days, by its id; undefined while the notifier is unavailable. */
type Ended = Map<string, { delivered: number; rejected: number }> | undefined

/** The runs of each project of the last days and of those before, by its id. */
type ProjectScores = Map<string, Parameters<typeof scoreWithTrend>[0]> | undefined

type ProjectsPage = {
  filters: ProjectFilters
  found: ProjectList
  ended: Ended
  scores: ProjectScores
  form: SentProject
}

function projectsPage(frame: Frame, { filters, found, ended, scores, form }: ProjectsPage): Html {
  const place = { page: filters.cursor === undefined ? (filters.page ?? 1) : undefined, perPage: filters.per_page }
  const { projects, total, total_is_capped } = found
  const none = projects.length === 0
  const list = none ? noProjects(filters, total) : projectTable(frame, projects, { ended, scores })
  return page(frame, {
    title: 'Projects',
    lead: 'A project is a site, named by its host. It has a webhook and the reports on its pages.',
    body: html`<div class="sections"><section class="card" aria-labelledby="new"><h2 id="new">Add a site</h2>
${newProjectForm(frame, form)}</section>
<section aria-label="Projects">${filterForm(filters)}
<div id="list" tabindex="-1">
<p class="hint list-count" role="status" tabindex="-1">${counted(total, 'project')}${total_is_capped && ' or more'}</p>
<div class="card flush">${list}</div>
${pager(frame.path, { ...place, shown: projects.length }, found)}</div></section></div>`,
  })
}

function newProjectForm(frame: Frame, { project, errors, existing }: SentProject): Html {
  const refusal =
    existing === undefined
      ? formProblem(errors)
      : problem(html`This site is already among your projects.
<a href="/projects/${existing}">Open ${readableHost(existing)}</a>`)
  const host = field({
    name: 'project',
    label: 'Host name',
    value: project,
    errors: existing === undefined ? errors : undefined,
    attributes: html`placeholder="example.com" required maxlength="300" autocomplete="off" spellcheck="false"
 autocapitalize="none"`,
  })
  const form = html`${refusal}<div class="inline wide"><div class="field-group grow">${host}</div>
<button class="main">Add the site</button></div>`
  return postForm(frame, '/projects', form)
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
  { ended, scores }: Pick<ProjectsPage, 'ended' | 'scores'>,
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
      { name: 'Status', cell: ({ project_id }) => ended !== undefined && sendingBadge(ended.get(project_id)) },
      { name: 'Added', cell: ({ created_at }) => timeTag(created_at, frame.now) },
    ],
    projects,
  )

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
  const text = 'Add the first one above: then create its webhook, and give that to your CMS, deploy hook or cron job.'
  return empty('projects', 'No site yet', text)
}

/** A page of projects with what was sent for each. */
async function loadProjects(clients: Clients, account_id: string, filters: ProjectFilters) {
  const found = await clients.projects.listProjects({ account_id, ...filters, ...listStart(filters) })
  const project_ids = found.projects.map(({ project_id }) => project_id)
  const [from, before] = [days, 2 * days].map((age) => daysAgo(age))
  const which = { account_id, project_ids, from }
  const [counts, scores] = await Promise.all([
    undefinedIfUnavailable(clients.deliveryCounts.countEnded(which)),
    undefinedIfUnavailable(clients.scores.sumProjectScores({ ...which, before })),
  ])
  return { found, ended: counts && byProject(counts.projects), scores: scores && byProject(scores.projects) }
}

const byProject = <Row extends { project_id: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.project_id, row]))

const listProjects: Route = (app, tools) => {
  app.get('/projects', { schema: { querystring: projectFilters } }, async (request, reply) => {
    const filters = request.query
    const loaded = await loadProjects(tools.clients, accountOf(request), filters)
    return sendPage(reply, projectsPage(frameOf(request, reply, tools), { filters, ...loaded, form: {} }))
  })
}

const newest = { sort_by: 'created_at', sort: 'desc', per_page: 25, page: 1 }
const body = Type.Object({ project: Type.String({ default: '', maxLength: 1_000 }) })

const createProject: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project } = request.body
    // A customer who adds a site here need not know the setting.
    const create = () => clients.projects.createProject({ account_id, project: hostOf(project), preflight: true })
    const outcome = await submitForm(create)
    if (outcome.done) return redirectTo(reply, `/projects/${outcome.value.project}`, cookies, 'project-created')

    const loaded = await loadProjects(clients, account_id, newest)
    void reply.code(outcome.status)
    const existing = outcome.code === 'project_exists' ? storedProjectName(hostOf(project)) : undefined
    const shown = { filters: newest, ...loaded, form: { project, errors: outcome.errors, existing } }
    return sendPage(reply, projectsPage({ ...frameOf(request, reply, tools), path: '/projects' }, shown))
  })
}

/** People paste addresses into the field for a host. */
function hostOf(text: string): string {
  const trimmed = text.trim()
  return /^https?:\/\//i.test(trimmed) ? (URL.parse(trimmed)?.hostname ?? trimmed) : trimmed
}

export default signedInRoutes(listProjects, createProject)
