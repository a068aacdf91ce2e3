import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  ChangingBlocks__Output as ChangingBlocks,
  Page__Output as Page,
  PageList__Output as PageList,
  LastmodSitemap__Output as Sitemap,
  VerdictCounts__Output as VerdictCounts,
} from '@pagebell/protos/pages/v1/pages'
import { type Static, Type } from '@pagebell/schema/type'
import { undefinedIfUnavailable } from '../../clients/fallbacks.ts'
import { pagingFields } from '../../forms/fields.ts'
import { counted, timeTag } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { pageBadge, pageStates } from '../../parts/badge.ts'
import { channelName } from '../../parts/delivery-facts.ts'
import { field } from '../../parts/form.ts'
import { cursorPager, linkTo } from '../../parts/pager.ts'
import { tabs } from '../../parts/tab-list.ts'
import { type Column, empty, table, unavailable } from '../../parts/table.ts'
import { shownUrl } from '../../parts/url.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { changingBlocksCard } from './changing-blocks-card.ts'
import { lastmodCard } from './lastmod-card.ts'
import { projectOfPath } from './project-of-path.ts'
import { sentCard } from './sent-card.ts'
import { projectPage } from './tabs.ts'

const filters = Type.Object({
  state: Type.Optional(Type.String({ enum: [...pageStates.keys()] })),
  per_page: pagingFields.per_page,
  cursor: pagingFields.cursor,
})
type Filters = Static<typeof filters>

type PagesPage = {
  project: string
  preflight: boolean
  filters: Filters
  /** Undefined while the service pages does not answer. */
  found: PageList | undefined
  sitemap: Sitemap | undefined
  counts: VerdictCounts | undefined
  changing: ChangingBlocks | undefined
}

function pagesPage(frame: Frame, page: PagesPage): Html {
  const { project, preflight, filters, found, sitemap, counts, changing } = page
  const { state, cursor } = filters
  const tab = (value: string | undefined, name: string) => {
    return { to: linkTo(frame.path, { state: value }), name, current: value === state ? 'true' : undefined } as const
  }
  const states = tabs('State', [
    tab(undefined, 'All'),
    ...[...pageStates].map(([value, [, , name]]) => tab(value, name)),
  ])
  const list =
    found === undefined
      ? unavailable('The pages')
      : html`<div id="list" tabindex="-1">
<p class="hint list-count" role="status" tabindex="-1">${counted(found.pages.length, 'page')} shown</p>
<div class="card flush">
${found.pages.length === 0 ? noPages(filters, project, preflight) : pageTable(frame, project, found.pages)}</div>
${cursorPager(frame, cursor, found.next_cursor, { next: 'More' })}</div>`
  const body = html`<section aria-labelledby="pages"><h2 id="pages" class="unseen">Pages</h2>
${findForm(project)}${states}${list}</section>
${counts !== undefined && sentCard(project, preflight, counts)}
${changing !== undefined && changingBlocksCard(frame, project, changing.blocks)}
${sitemap !== undefined && lastmodCard(frame, project, sitemap)}`
  return projectPage(frame, { project, tab: 'Pages', lead: leadOf(project, preflight), body })
}

const leadOf = (project: string, preflight: boolean): Part =>
  preflight
    ? 'What the checks before announcements have seen of each page, and what search engines were notified of last.'
    : html`Pages are looked at only while <a href="/projects/${project}/settings#preflight">their check before
announcements</a> is on.`

const findForm = (project: string): Html =>
  html`<form method="get" action="/projects/${project}/pages/history" class="stack"><div class="inline wide">
<div class="grow field-group">${field({
    name: 'url',
    type: 'url',
    label: 'Why was a page sent, or not?',
    attributes: html`required maxlength="2048" placeholder="https://${project}/"`,
  })}</div><button>Show</button></div></form>`

const historyLink = (project: string, url: string): string =>
  `/projects/${project}/pages/history?${new URLSearchParams({ url }).toString()}`

function pageTable(frame: Frame, project: string, pages: Page[]): Html {
  const columns: Column<Page>[] = [
    {
      name: 'URL',
      kind: 'main',
      cell: ({ url, target }) => html`<a href="${historyLink(project, url)}">${shownUrl(url)}</a>
${target !== undefined && html`<span class="two">to ${shownUrl(target)}</span>`}`,
    },
    { name: 'State', cell: ({ state }) => pageBadge(state) },
    { name: 'Seen', cell: ({ seen_at }) => timeTag(seen_at, frame.now) },
    {
      name: 'Changed',
      cell: ({ changed_at }) => (changed_at === undefined ? 'not yet' : timeTag(changed_at, frame.now)),
    },
    { name: 'Announced', cell: ({ announced }) => announcedCell(frame, announced) },
  ]
  return table('Pages', columns, pages)
}

const announcedCell = (frame: Frame, announced: Page['announced']): Part =>
  announced.length === 0
    ? 'never'
    : announced.map(({ channel, state, at }) => {
        const what = `${channelName(channel)}: ${announcedAs.get(state) ?? state}`
        return html`<span class="two">${what}, ${timeTag(at, frame.now)}</span>`
      })

const announcedAs = new Map([
  ['live', 'shown'],
  ['gone', 'gone'],
  ['moved', 'moved'],
  ['noindex', 'noindex'],
])

function noPages({ state }: Filters, project: string, preflight: boolean): Html {
  if (state !== undefined) return empty('deliveries', 'No page in this state', '')
  if (preflight) return empty('deliveries', 'No page yet', 'Pages appear here once they were submitted and looked at.')
  const settings = html`<a class="button" href="/projects/${project}/settings#preflight">Settings</a>`
  return empty('deliveries', 'No page yet', 'The check before announcements is off.', settings)
}

const params = Type.Object({ project: Type.String() })

const listPages: Route = (app, tools) => {
  const schema = { params, querystring: filters }
  app.get('/projects/:project/pages', { schema }, async (request, reply) => {
    const { pages } = tools.clients
    const { account_id, project, project_id, preflight } = await projectOfPath(tools.clients, request)
    const { query: filters } = request
    const { state, per_page, cursor } = filters
    const [found, sitemap, counts, changing] = await Promise.all([
      undefinedIfUnavailable(pages.listPages({ account_id, project_id, state, per_page, cursor })),
      undefinedIfUnavailable(pages.getLastmodSitemap({ account_id, project_id })),
      undefinedIfUnavailable(pages.countVerdicts({ account_id, project_id })),
      undefinedIfUnavailable(pages.listChangingBlocks({ account_id, project_id })),
    ])
    const frame = frameOf(request, reply, tools)
    return sendPage(reply, pagesPage(frame, { project, preflight, filters, found, sitemap, counts, changing }))
  })
}

export default signedInRoutes(listPages)
