import type {
  Project__Output as Project,
  ProjectList__Output as ProjectList,
} from '@pagebell/protos/project/v1/project'
import { type Static, Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { listStart, pagingFields } from '../forms/fields.ts'
import { type FormErrors, submitForm } from '../forms/form-result.ts'
import { counted, timeTag } from '../html/format.ts'
import { type Frame, frameOf, redirectTo, sendPage } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { choice, field, formProblem, postForm, problem } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { pager } from '../parts/pager.ts'
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

type ProjectsPage = { filters: ProjectFilters; found: ProjectList; form: SentProject }

function projectsPage(frame: Frame, { filters, found, form }: ProjectsPage): Html {
  const place = { page: filters.cursor === undefined ? (filters.page ?? 1) : undefined, perPage: filters.per_page }
  const { projects, total, total_is_capped } = found
  return page(frame, {
    title: 'Projects',
    lead: 'A project is a site, named by its host. It has a webhook and the reports on its pages.',
    body: html`<div class="sections"><section class="card" aria-labelledby="new"><h2 id="new">Add a site</h2>
${newProjectForm(frame, form)}</section>
<section aria-label="Projects">${filterForm(filters)}
<div id="list" tabindex="-1">
<p class="hint list-count" role="status" tabindex="-1">${counted(total, 'project')}${total_is_capped && ' or more'}</p>
<div class="card flush">${projects.length === 0 ? noProjects(filters, total) : projectTable(frame, projects)}</div>
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
 hx-get="/projects" hx-target="#list" hx-select="#list" hx-swap="outerHTML" hx-push-url="true"
 hx-trigger="input changed delay:300ms from:find input, change, submit">
<div class="grow">${searchField}</div>${sortChoice}${orderChoice}<button>Apply</button></form>`
}

const projectTable = (frame: Frame, projects: Project[]): Html =>
  table<Project>(
    'Projects',
    [
      {
        name: 'Site',
        kind: 'main',
        cell: ({ project }) => html`<a class="url" href="/projects/${project}">${shownHost(project)}</a>`,
      },
      { name: 'Added', cell: ({ created_at }) => timeTag(created_at, frame.now) },
      { name: 'Actions', kind: 'end', cell: ({ project }) => projectLinks(project) },
    ],
    projects,
  )

function projectLinks(project: string): Html {
  const query = `project=${encodeURIComponent(project)}`
  const link = (path: string, text: string): Html =>
    html`<a class="button small" href="${path}?${query}">${text}<span class="unseen"> of ${project}</span></a>`
  return html`<span class="row">${link('/reports', 'Reports')}${link('/deliveries', 'Deliveries')}</span>`
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

const listProjects: Route = (app, tools) => {
  app.get('/projects', { schema: { querystring: projectFilters } }, async (request, reply) => {
    const filters = request.query
    const found = await tools.clients.projects.listProjects({
      account_id: accountOf(request),
      ...filters,
      ...listStart(filters),
    })
    return sendPage(reply, projectsPage(frameOf(request, reply, tools), { filters, found, form: {} }))
  })
}

const newest = { sort_by: 'created_at', sort: 'desc', per_page: 25, page: 1 }
const body = Type.Object({ project: Type.String({ default: '', maxLength: 1_000 }) })

const createProject: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects', { schema: { body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project } = request.body
    const outcome = await submitForm(() => clients.projects.createProject({ account_id, project: hostOf(project) }))
    if (outcome.done) return redirectTo(reply, `/projects/${outcome.value.project}`, cookies, 'project-created')

    const found = await clients.projects.listProjects({ account_id, ...newest })
    void reply.code(outcome.status)
    const existing = outcome.code === 'project_exists' ? storedProjectName(hostOf(project)) : undefined
    const shown = { filters: newest, found, form: { project, errors: outcome.errors, existing } }
    return sendPage(reply, projectsPage({ ...frameOf(request, reply, tools), path: '/projects' }, shown))
  })
}

/** People paste addresses into the field for a host. */
function hostOf(text: string): string {
  const trimmed = text.trim()
  return /^https?:\/\//i.test(trimmed) ? (URL.parse(trimmed)?.hostname ?? trimmed) : trimmed
}

export default signedInRoutes(listProjects, createProject)
