import { type Html, html } from '@pagebell/html/template'
import type { Source__Output as Source, SourceKind__Output as SourceKind } from '@pagebell/protos/intake/v1/sources'
import { Type } from '@pagebell/schema/type'
import { timeTag } from '../../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../../html/frame.ts'
import { hookBadge, requestBadge } from '../../../parts/badge.ts'
import { noticeAt } from '../../../parts/notice.ts'
import { empty, table } from '../../../parts/table.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { projectOfPath } from '../project-of-path.ts'
import { projectPage } from '../tabs.ts'

type SourcesPage = { project: string; sources: Source[]; kinds: SourceKind[] }

function sourcesPage(frame: Frame, { project, sources, kinds }: SourcesPage): Html {
  const add = html`<a class="button main" href="/projects/${project}/sources/new">Add a source</a>`
  const none = empty(
    'usage',
    'No source yet',
    `Add the CMS, shop, repository or deployment service of ${project}: Pagebell understands what it sends.`,
    add,
  )
  const list = html`<div class="card flush">${
    sources.length === 0 ? none : sourceTable(frame, project, sources, titlesOf(kinds))
  }</div>`
  return projectPage(frame, {
    project,
    tab: 'Sources',
    lead: 'Senders that post what they send natively, each with its own address, secret and rules.',
    actions: sources.length > 0 && add,
    body: html`<section aria-labelledby="sources"><h2 id="sources" class="unseen">Sources</h2>
${noticeAt(frame, 'sources')}${list}</section>`,
  })
}

const titlesOf = (kinds: SourceKind[]): Map<string, string> => new Map(kinds.map(({ kind, title }) => [kind, title]))

const sourceTable = (frame: Frame, project: string, sources: Source[], titles: Map<string, string>): Html =>
  table<Source>(
    'Sources of the project',
    [
      {
        name: 'Name',
        kind: 'main',
        cell: ({ source_id, name, kind }) =>
          html`<a href="/projects/${project}/sources/${source_id}">${name}</a>
<span class="two">${titles.get(kind) ?? kind}</span>`,
      },
      { name: 'State', cell: ({ enabled }) => hookBadge(enabled) },
      {
        name: 'Last used',
        cell: ({ last_used_at: at }) => (at === undefined ? 'never' : timeTag(at, frame.now)),
      },
      {
        name: 'Last request',
        cell: ({ last_request: last }) => (last === null ? 'none in 7 days' : requestBadge(last)),
      },
    ],
    sources,
  )

const params = Type.Object({ project: Type.String() })

const listSources: Route = (app, tools) => {
  app.get('/projects/:project/sources', { schema: { params } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(tools.clients, request)
    const [{ sources }, { kinds }] = await Promise.all([
      tools.clients.sources.listSources({ account_id, project_id }),
      tools.clients.sources.listKinds({}),
    ])
    return sendPage(reply, sourcesPage(frameOf(request, reply, tools), { project, sources, kinds }))
  })
}

export default signedInRoutes(listSources)
