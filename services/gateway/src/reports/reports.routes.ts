import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import { idempotencyHeader } from '../http/idempotency.ts'
import { list, pageEnvelope, pagePosition, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, oneOf, onlyThese } from '../http/schemas.ts'
import { createReportInProject, readPage } from './create-report.ts'
import { password, privacyFields, refusePasswordWithout, withPrivacy } from './privacy.ts'
import { reportFilters } from './report-filters.ts'
import { awaitRating, etagOf, matchesEtag, preferHeader } from './report-headers.ts'
import { reportAnswer, reportItem, reportJson, toReportItem, toReportJson } from './report-json.ts'

const listQuery = Type.Object({ ...reportFilters, ...paging }, onlyThese)

const listReports: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listReports',
    summary: 'List reports',
    querystring: listQuery,
    response: { 200: list(reportItem), ...problems('forbidden') },
  }

  app.get('/reports', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const query = { account_id, ...request.query, ...pagePosition(request.query) }
    const result = await clients.reports.listReports(query)
    const data = result.reports.map((report) => toReportItem(report, publicUrl))
    return {
      data,
      ...pageEnvelope(publicUrl('/api/v1/reports'), request.url, request.query, data.length, result),
      status: 200 as const,
    }
  })
}

const createBody = named(
  'CreateReport',
  Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 2_048, examples: ['https://example.com/'] }),
      ...privacyFields,
      password: Type.Optional(password),
      reuse: Type.Optional(
        Type.Boolean({
          description:
            'true analyzes the newest report of the same normalised URL again instead of making another, if the account has one. That report keeps its privacy and its password.',
        }),
      ),
    },
    { ...onlyThese, description: 'A page to rate.', examples: [{ url: 'https://example.com/' }] },
  ),
)

const createReport: Route = (app, { clients, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'createReport',
    summary: 'Rate a page',
    description:
      'Makes a report each time, unless reuse is true and the URL has one: then that one is analyzed again and answered with 200. Answers at once with a queued report, or with Prefer: wait=N once it is rated. 409 with code report_limit_reached or project_limit_reached: the account has as many as its plan allows. 429 with code analysis_limit_reached: it has asked for too many analyses in a minute or a day; see Retry-After.',
    consumes: formOrJson,
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...idempotencyHeader, ...preferHeader } }),
    body: createBody,
    response: {
      200: one(reportJson, 200, 'The report that the URL had; its analysis runs again.'),
      201: one(reportJson, 201),
      ...problems('forbidden', 'conflict', ...bodyProblems),
    },
  }

  app.post('/reports', { schema, config: { scope: 'reports:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const sent = { ...withPrivacy(request.body) }
    const body = { ...sent, privacy: sent.privacy ?? 0 }
    refusePasswordWithout(body)
    const page = readPage(body.url)
    const newReport = { ...body, ...page, account_id, ...idempotencyOf(request, body) }
    const created = await createReportInProject(clients, newReport)
    // The reply of a reused report has not the results of its run before.
    const { id, reused } = created
    const current = reused === true ? await clients.reports.getReport({ account_id, id }) : created
    const report = await awaitRating(current, account_id, clients, request, reply)
    const status = reused === true ? (200 as const) : (201 as const)
    void reply.code(status).header('location', publicUrl(`/api/v1/reports/${report.id}`))
    return { data: toReportJson(report, publicUrl), status }
  })
}

const getReport: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'getReport',
    summary: 'Get a report with every check, its points and its evidence',
    description: 'The answer has an ETag: ask again with If-None-Match and an unchanged report is answered 304.',
    params: pathParams('id'),
    response: {
      200: one(reportJson),
      304: { type: 'null', description: 'Unchanged' },
      ...problems('forbidden', 'not_found'),
    },
  }

  app.get('/reports/:id', { schema, config: { scope: 'reports:read' } }, async (request, reply) => {
    const { id } = request.params
    const report = await clients.reports.getReport({ account_id: callerOf(request).accountId, id })
    const etag = etagOf(report)
    void reply.header('etag', etag)
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(reportAnswer(report, publicUrl))
  })
}

const changeBody = named(
  'ChangeReport',
  Type.Object(
    {
      ...privacyFields,
      password: Type.Optional(password),
      listed: Type.Optional(
        Type.Boolean({
          description: 'Whether search engines may list the public page of the report; it says noindex otherwise.',
        }),
      ),
      results: oneOf([0, 1], {
        default: 0,
        description: '1 runs the analysis again; the old result stays until the new one is in.',
      }),
    },
    { ...onlyThese, description: 'What to change; what is left out stays.', examples: [{ visibility: 'private' }] },
  ),
)

/** PUT and PATCH do the same: fields that are left out stay. */
const changeReport: Route = (app, { clients, publicUrl }) => {
  for (const method of ['PUT', 'PATCH'] as const) {
    const schema = {
      operationId: method === 'PUT' ? 'putReport' : 'changeReport',
      summary: 'Change who may see a report, or run its analysis again',
      description:
        '429 with code analysis_limit_reached: the account has asked for too many analyses; see Retry-After.',
      consumes: formOrJson,
      params: pathParams('id'),
      headers: Type.Unsafe<object>({ type: 'object', properties: { ...preferHeader } }),
      body: changeBody,
      response: { 200: one(reportJson), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
    }

    app.route({
      method,
      url: '/reports/:id',
      schema,
      config: { scope: 'reports:write' },
      async handler(request, reply) {
        const { accountId: account_id } = callerOf(request)
        const { results, ...fields } = withPrivacy(request.body)
        const change = { account_id, id: request.params.id, ...fields, analyze_again: results === 1 }
        const changed = await clients.reports.changeReport(change)
        const report = results === 1 ? await awaitRating(changed, account_id, clients, request, reply) : changed
        void reply.header('etag', etagOf(report))
        return { data: toReportJson(report, publicUrl), status: 200 as const }
      },
    })
  }
}

const deleteReport: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteReport',
    summary: 'Delete a report',
    params: pathParams('id'),
    response: { 200: deleted('report'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/reports/:id', { schema, config: { scope: 'reports:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { id } = await clients.reports.deleteReport({ account_id, id: request.params.id })
    return deletedAnswer('report', id)
  })
}

export default {
  tag: 'reports',
  routes: [listReports, createReport, getReport, changeReport, deleteReport],
} satisfies RoutesFile
