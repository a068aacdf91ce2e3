import { Type } from '@pagebell/schema/type'
import { problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { oneOf, onlyThese } from '../json-types.ts'
import { list, pageFacts, paging, place } from '../list-page.ts'
import { ratings, reportItem, toReportItem } from '../report-json.ts'

const querystring = Type.Object(
  {
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'A part of the URL, in any case.' }),
    ),
    search_by: oneOf(['url'], { default: 'url' }),
    project: Type.Optional(Type.String({ minLength: 1, maxLength: 253, description: 'Its exact name.' })),
    result: Type.Optional(oneOf(ratings)),
    sort_by: oneOf(['id', 'generated_at', 'url', 'result', 'score'], {
      default: 'id',
      description: 'result orders bad < decent < good; by result and by score, reports without a rating come last.',
    }),
    sort: oneOf(['desc', 'asc'], { default: 'desc' }),
    ...paging,
  },
  onlyThese,
)

export const listReports: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'listReports',
    summary: 'List reports',
    tags: ['reports'],
    querystring,
    response: { 200: list(reportItem), ...problems('forbidden') },
  }

  app.get('/reports', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const wanted = { account_id: callerOf(request).accountId, ...request.query, ...place(request.query) }
    const found = await peers.reports.listReports(wanted)
    const data = found.reports.map((report) => toReportItem(report, publicUrl))
    return {
      data,
      ...pageFacts(publicUrl('/api/v1/reports'), request.url, request.query, data.length, found),
      status: 200 as const,
    }
  })
}
