import type { Project__Output as Project } from '@pagebell/protos/project/v1/Project'
import type { ProjectList__Output as ProjectList } from '@pagebell/protos/project/v1/ProjectList'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { empty, pastTheEnd } from '../parts/empty.ts'
import { choice, type FormErrors, field, formProblem, postForm, problem } from '../parts/form.ts'
import { page } from '../parts/layout.ts'
import { counted } from '../parts/number.ts'
import { pager } from '../parts/pager.ts'
import { table } from '../parts/table.ts'
import { timeTag } from '../parts/time.ts'
import { shownHost } from '../parts/url.ts'
import { readableHost } from '../readable-url.ts'

export type ProjectFilters = {
  search?: string
  sort_by: string
  sort: string
  per_page: number
  page?: number
  cursor?: string
}

type Shown = {
  filters: ProjectFilters
  found: ProjectList
  form: { project?: string | undefined; errors?: FormErrors | undefined; existing?: string | undefined }
}

export function projectsPage(frame: Frame, { filters, found, form }: Shown): Html {
  const place = { page: filters.cursor === undefined ? (filters.page ?? 1) : undefined, perPage: filters.per_page }
  return page(frame, {
    title: 'Projects',
    lead: 'A project is a site, named by its host. It has a webhook and the reports on its pages.',
    body: html`<div class="sections"><section class="card" aria-labelledby="new"><h2 id="new">Add a site</h2>${postForm(
      frame,
      '/projects',
      html`${form.existing === undefined ? formProblem(form.errors) : problem(html`This site is already among your projects. <a href="/projects/${form.existing}">Open ${readableHost(form.existing)}</a>`)}<div class="inline wide"><div class="field-group grow">${field({ name: 'project', label: 'Host name', value: form.project, errors: form.existing === undefined ? form.errors : undefined, attributes: html`placeholder="example.com" required maxlength="300" autocomplete="off" spellcheck="false" autocapitalize="none"` })}</div><button class="main">Add the site</button></div>`,
    )}</section>
<section aria-label="Projects"><form method="get" action="/projects#list" class="filters" role="search" aria-label="Find projects"
 hx-get="/projects" hx-target="#list" hx-select="#list" hx-swap="outerHTML" hx-push-url="true" hx-trigger="input changed delay:300ms from:find input, change, submit">
<div class="grow">${field({ name: 'search', label: 'Name contains', type: 'search', value: filters.search, attributes: html`maxlength="253" autocomplete="off"` })}</div>
${choice('sort_by', 'Sort by', filters.sort_by, [
  ['created_at', 'Date'],
  ['project', 'Name'],
])}${choice('sort', 'Order', filters.sort, [
  ['desc', 'Descending'],
  ['asc', 'Ascending'],
])}<button>Apply</button></form>
<div id="list" tabindex="-1"><p class="hint list-count" role="status" tabindex="-1">${counted(found.total, 'project')}${found.total_is_capped && ' or more'}</p><div class="card flush">${found.projects.length === 0 ? nothing(filters, found.total) : projectTable(frame, found.projects)}</div>
${pager(frame.path, { ...place, shown: found.projects.length }, found)}</div></section></div>`,
  })
}

const projectTable = (frame: Frame, projects: Project[]): Html =>
  table(
    'Projects',
    [
      {
        name: 'Site',
        kind: 'main',
        cell: ({ project }: Project) => html`<a class="url" href="/projects/${project}">${shownHost(project)}</a>`,
      },
      { name: 'Added', cell: ({ created_at }: Project) => timeTag(created_at, frame.now) },
      {
        name: 'Actions',
        kind: 'end',
        cell: ({ project }: Project) =>
          html`<span class="row"><a class="button small" href="/reports?project=${encodeURIComponent(project)}">Reports<span class="unseen"> of ${project}</span></a><a class="button small" href="/deliveries?project=${encodeURIComponent(project)}">Deliveries<span class="unseen"> of ${project}</span></a></span>`,
      },
    ],
    projects,
  )

const nothing = (filters: ProjectFilters, total: number): Html =>
  (filters.page ?? 1) > 1 && total > 0
    ? pastTheEnd('/projects')
    : filters.search !== undefined || filters.cursor !== undefined
      ? empty(
          'projects',
          'No project fits',
          'Try fewer letters.',
          html`<a class="button" href="/projects">Show all</a>`,
        )
      : empty(
          'projects',
          'No site yet',
          'Add the first one above: then create its webhook, and give that to your CMS, deploy hook or cron job.',
        )
