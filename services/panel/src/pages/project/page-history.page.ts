import { fault } from '@pagebell/faults/fault'
import { type Html, html, type Part } from '@pagebell/html/template'
import type { Verdict__Output as Verdict, VerdictList__Output as VerdictList } from '@pagebell/protos/pages/v1/pages'
import { Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { pagingFields } from '../../forms/fields.ts'
import { timeTag } from '../../html/format.ts'
import { type Frame, frameOf, sendPage } from '../../html/frame.ts'
import { pageVerdictBadge } from '../../parts/badge.ts'
import { channelName } from '../../parts/delivery-facts.ts'
import { explainReason } from '../../parts/delivery-reason.ts'
import { cursorPager } from '../../parts/pager.ts'
import { type Column, empty, table } from '../../parts/table.ts'
import { shownUrl } from '../../parts/url.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { projectOfPath } from './project-of-path.ts'
import { projectPage } from './tabs.ts'

type History = { project: string; url: string; cursor: string | undefined; found: VerdictList }

/** What was decided of one page, newest first: why it was sent or not. */
function historyPage(frame: Frame, { project, url, cursor, found }: History): Html {
  const { verdicts, next_cursor } = found
  const list = verdicts.length === 0 ? notChecked(project, url) : verdictTable(frame, project, verdicts)
  const body = html`<section class="stack-wide" aria-labelledby="history"><h2 id="history">${shownUrl(url)}</h2>
<div class="card flush">${list}</div>${cursorPager(frame, cursor, next_cursor)}</section>`
  const lead = html`What was decided each time the page was submitted.
<a href="/projects/${project}/pages">All pages</a>`
  return projectPage(frame, { project, tab: 'Pages', lead, body })
}

function verdictTable(frame: Frame, project: string, verdicts: Verdict[]): Html {
  const columns: Column<Verdict>[] = [
    { name: 'Decided', cell: ({ at }) => timeTag(at, frame.now) },
    { name: 'Result', cell: ({ verdict }) => pageVerdictBadge(verdict) },
    { name: 'Why', kind: 'main', cell: whyCell },
    {
      name: 'Channel',
      cell: ({ channel, action }) => `${channelName(channel)}${action === 'delete' ? ', removed' : ''}`,
    },
    {
      name: 'Batch',
      kind: 'end',
      cell: ({ batch_id }) =>
        html`<a href="/deliveries?project=${encodeURIComponent(project)}&amp;batch=${batch_id}">Deliveries</a>`,
    },
  ]
  return table('Decisions, newest first', columns, verdicts)
}

function whyCell({ verdict, reason, status, changed }: Verdict): Part {
  const found = status !== undefined && html`<span class="two">Status ${String(status)}</span>`
  if (verdict === 'not_checked')
    return html`It could not be checked: ${reason ?? 'unknown'}. It was sent all the same.${found}`
  if (reason !== undefined) {
    const { what } = explainReason(reason, verdict === 'hold' ? 'checking' : 'skipped')
    return html`${what}${found}`
  }
  return html`${sentBecause(status, changed)}${found}`
}

function sentBecause(status: number | undefined, changed: readonly string[]): string {
  if (status === 404 || status === 410) return 'The page is gone.'
  if (status !== undefined && status >= 300 && status < 400) return 'The page has moved.'
  return changed.length === 0 ? 'It was not announced before.' : `Changed: ${changed.join(', ')}.`
}

function notChecked(project: string, url: string): Html {
  const query = new URLSearchParams({ project, search: url }).toString()
  return empty(
    'deliveries',
    'Nothing was decided of this page',
    'It was not submitted, or not checked before it was announced, in the last 90 days.',
    html`<a class="button" href="/deliveries?${query}">Search the deliveries</a>`,
  )
}

const params = Type.Object({ project: Type.String() })
const querystring = Type.Object({
  url: Type.String({ minLength: 1, maxLength: 2_048 }),
  per_page: pagingFields.per_page,
  cursor: pagingFields.cursor,
})

const showHistory: Route = (app, tools) => {
  app.get('/projects/:project/pages/history', { schema: { params, querystring } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(tools.clients, request)
    const { per_page, cursor } = request.query
    const normalised = normaliseUrl(request.query.url)
    if (!normalised.ok)
      throw fault('invalid', 'This is not the URL of a page.', { errors: { url: [normalised.reason] } })
    const { url } = normalised
    const found = await tools.clients.pages.listVerdicts({ account_id, project_id, url, per_page, cursor })
    return sendPage(reply, historyPage(frameOf(request, reply, tools), { project, url, cursor, found }))
  })
}

export default signedInRoutes(showHistory)
