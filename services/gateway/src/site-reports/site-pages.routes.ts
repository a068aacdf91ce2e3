import { Readable } from 'node:stream'
import { csvOf } from '@pagebell/http/csv'
import type { SitePage__Output as SitePage } from '@pagebell/protos/report/v1/site_reports'
import { type Static, Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { pathParams, problems } from '../http/answers.ts'
import { cursorEnvelope, cursorList, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { integerOrNull, named, oneOf, onlyThese, textOrNull } from '../http/schemas.ts'
import { pageColumns, pageRow } from './pages-csv.ts'
import { causeJson } from './site-report-json.ts'

const sorts = ['score', 'inlinks', 'url'] as const
const sort = oneOf(sorts, { default: 'score', description: 'score: lowest first; inlinks: most first.' })
const rowsPerCall = 1_000

const pageJson = named(
  'SitePage',
  Type.Object(
    {
      url: Type.String(),
      status: integerOrNull({ description: 'Of HTTP; null without a response.' }),
      failure: textOrNull({ description: 'Why there was no response, or why it could not be read.' }),
      redirects_to: textOrNull(),
      score: integerOrNull({ minimum: 0, maximum: 100, description: 'null if it was not rated.' }),
      inlinks: Type.Integer({ description: 'Pages of the site that link to it.' }),
      clicks: integerOrNull({ description: 'Links from the start page; null if none lead there.' }),
      in_sitemap: Type.Boolean(),
      issues: Type.Array(
        Type.Object({
          check: Type.String(),
          severity: oneOf(['warn', 'fail'] as const),
          causes: Type.Array(causeJson, { description: 'At most five.' }),
        }),
        { description: 'What is wrong with it, alone or together with others.' },
      ),
      ignored: Type.Array(Type.Object({ check: Type.String(), severity: oneOf(['warn', 'fail'] as const) }), {
        description:
          'What is wrong with it and does not count, because the project ignores it. The report has the reasons.',
      }),
    },
    { description: 'An address of a site report.' },
  ),
)

type Issues = Record<string, { severity: 'warn' | 'fail'; causes?: Record<string, string | number>[] }>

function toPageJson({ issues_json, ignored_json, ...page }: SitePage): Static<typeof pageJson> {
  const issues = JSON.parse(issues_json.toString()) as Issues
  const ignored = JSON.parse(ignored_json.toString()) as Issues
  return {
    ...page,
    status: page.status ?? null,
    failure: page.failure ?? null,
    redirects_to: page.redirects_to ?? null,
    score: page.score ?? null,
    clicks: page.clicks ?? null,
    issues: Object.entries(issues).map(([check, { severity, causes = [] }]) => ({ check, severity, causes })),
    ignored: Object.entries(ignored).map(([check, { severity }]) => ({ check, severity })),
  }
}

const check = Type.String({
  pattern: '^[a-z0-9_]{1,60}$',
  description: 'Only pages with this issue: the id of its check.',
})
const notIn = Type.Optional(
  Type.String({
    format: 'uuid',
    description:
      'Only pages that do not have the issue in this other site report of the project, not even as an ignored one.',
  }),
)
const pagesQuery = Type.Object(
  { issue: Type.Optional(check), not_in: notIn, sort, per_page: paging.per_page, cursor: paging.cursor },
  onlyThese,
)

const listSitePages: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listSitePages',
    summary: 'List the pages of a site report',
    description: 'Fewer than per_page where they take more than 8 MB; next_cursor says whether there are more.',
    params: pathParams('id'),
    querystring: pagesQuery,
    response: { 200: cursorList(pageJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/site-reports/:id/pages', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { id } = request.params
    const { pages, next_cursor } = await clients.siteReports.listSitePages({ account_id, id, ...request.query })
    const path = publicUrl(`/api/v1/site-reports/${id}/pages`)
    const envelope = cursorEnvelope(path, request.url, request.query.per_page, next_cursor)
    return { data: pages.map(toPageJson), ...envelope, status: 200 as const }
  })
}

const listIssuePages: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listSiteIssuePages',
    summary: 'List the pages that have an issue, with its causes',
    description:
      'The same as issue in the list of pages. Empty for a check that found nothing, and for one that is ignored on all pages.',
    params: pathParams('id', 'check'),
    querystring: Type.Object({ not_in: notIn, sort, per_page: paging.per_page, cursor: paging.cursor }, onlyThese),
    response: { 200: cursorList(pageJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/site-reports/:id/issues/:check/pages', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { id, check: issue } = request.params
    const asked = { account_id, id, issue, ...request.query }
    const { pages, next_cursor } = await clients.siteReports.listSitePages(asked)
    const path = publicUrl(`/api/v1/site-reports/${id}/issues/${encodeURIComponent(issue)}/pages`)
    const envelope = cursorEnvelope(path, request.url, request.query.per_page, next_cursor)
    return { data: pages.map(toPageJson), ...envelope, status: 200 as const }
  })
}

const exportSitePages: Route = (app, { clients }) => {
  const schema = {
    operationId: 'exportSitePages',
    summary: 'Download the pages of a site report as CSV',
    description:
      'All pages by their address, in UTF-8, with a line of headings (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe.',
    params: pathParams('id'),
    response: {
      200: {
        description: 'A line for each page.',
        content: { 'text/csv': { schema: { type: 'string', description: 'A line for each page.' } } },
      },
      ...problems('forbidden', 'not_found'),
    },
  }

  app.get(
    '/site-reports/:id/pages.csv',
    { schema, config: { scope: 'reports:read', mediaType: 'text/csv' } },
    async (request, reply) => {
      const { accountId: account_id } = callerOf(request)
      const asked = { account_id, id: request.params.id, sort: 'url', per_page: rowsPerCall }
      const first = await clients.siteReports.listSitePages(asked)
      void reply.type('text/csv; charset=utf-8')
      void reply.header('content-disposition', 'attachment; filename="pages.csv"')
      return reply.send(Readable.from(csvOf(pageColumns, portions())))

      async function* portions() {
        for (let read = first; ; ) {
          yield read.pages.map((page) => pageRow(toPageJson(page)))
          const cursor = read.next_cursor
          if (cursor === undefined) return
          read = await clients.siteReports.listSitePages({ ...asked, cursor })
        }
      }
    },
  )
}

export default {
  tag: 'site-reports',
  routes: [listSitePages, listIssuePages, exportSitePages],
} satisfies RoutesFile
