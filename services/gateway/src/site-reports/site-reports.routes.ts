import { createSiteReportInProject } from '@pagebell/rpc/shared-calls/create-in-projects'
import { Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems, refuse } from '../http/answers.ts'
import { idempotencyHeaders } from '../http/idempotency.ts'
import { cursorEnvelope, cursorList, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, oneOf, onlyThese } from '../http/schemas.ts'
import { password, privacyFields, refusePasswordWithout, withPrivacy } from '../reports/privacy.ts'
import { changeJson, selectionFields, siteReportItem, siteReportJson, starts } from './site-report-json.ts'
import { toChangeJson, toSiteReportItem, toSiteReportJson } from './to-site-report-json.ts'

const listQuery = Type.Object(
  {
    project: Type.Optional(Type.String({ minLength: 1, maxLength: 253, description: 'Its exact name.' })),
    per_page: paging.per_page,
    cursor: paging.cursor,
  },
  onlyThese,
)

const listSiteReports: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listSiteReports',
    summary: 'List site reports',
    querystring: listQuery,
    response: { 200: cursorList(siteReportItem), ...problems('forbidden') },
  }

  app.get('/site-reports', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { per_page } = request.query
    const { reports, next_cursor } = await clients.siteReports.listSiteReports({ account_id, ...request.query })
    return {
      data: reports.map((report) => toSiteReportItem(report, publicUrl)),
      ...cursorEnvelope(publicUrl('/api/v1/site-reports'), request.url, per_page, next_cursor),
      status: 200 as const,
    }
  })
}

const createBody = named(
  'CreateSiteReport',
  Type.Object(
    {
      project: Type.String({ minLength: 1, maxLength: 300, description: 'The host that names it.' }),
      url: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2_048,
          description:
            'Where the crawl begins, on the project; https://{project}/ by default. The site is the host of this page, with and without www.',
        }),
      ),
      start: Type.Optional({ ...selectionFields.start, default: [...starts] }),
      max_pages: Type.Optional({ ...selectionFields.max_pages, default: 200 }),
      include: Type.Optional(selectionFields.include),
      exclude: Type.Optional(selectionFields.exclude),
      ...privacyFields,
      password: Type.Optional(password),
    },
    {
      ...onlyThese,
      description: 'A site to crawl and rate. The report is private unless privacy or visibility says otherwise.',
      examples: [{ project: 'example.com', max_pages: 200, exclude: ['/tag/*'] }],
    },
  ),
)

const createSiteReport: Route = (app, { clients, publicUrl, idempotencyOf }) => {
  const schema = {
    operationId: 'createSiteReport',
    summary: 'Rate a whole site',
    description:
      'The crawl begins when its turn comes; the answer has the queued report. 409 with code site_report_running while the project has one that has not ended, which site_report names; ownership_not_proven: more than 200 pages, and the site does not serve the key file of the project. 429 with code analysis_limit_reached: max_pages count as analyses of the day; those that were not requested are given back at the end.',
    consumes: formOrJson,
    headers: idempotencyHeaders,
    body: createBody,
    response: { 201: one(siteReportItem, 201), ...problems('forbidden', 'conflict', ...bodyProblems) },
  }

  app.post('/site-reports', { schema, config: { scope: 'reports:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const body = { privacy: 1 as const, ...withPrivacy(request.body) }
    refusePasswordWithout(body)
    const { project: sent, url, start = [...starts], max_pages = 200, include = [], exclude = [] } = body
    const project = storedProjectName(sent) ?? refuse('project', 'must be the host of a site')
    const selection = { start, max_pages, include, exclude }
    const report = await createSiteReportInProject(clients, {
      account_id,
      project,
      url: url ?? `https://${project}/`,
      selection,
      privacy: body.privacy,
      ...(body.password !== undefined && { password: body.password }),
      ...idempotencyOf(request, body),
    })
    void reply.code(201).header('location', publicUrl(`/api/v1/site-reports/${report.id}`))
    return { data: toSiteReportItem(report, publicUrl), status: 201 as const }
  })
}

const getSiteReport: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'getSiteReport',
    summary: 'Get a site report with its issues',
    params: pathParams('id'),
    response: { 200: one(siteReportJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/site-reports/:id', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const report = await clients.siteReports.getSiteReport({ account_id, id: request.params.id })
    return { data: toSiteReportJson(report, publicUrl), status: 200 as const }
  })
}

const changeBody = named(
  'ChangeSiteReport',
  Type.Object(
    {
      ...privacyFields,
      password: Type.Optional(password),
      listed: Type.Optional(
        Type.Boolean({
          description: 'Whether search engines may list the public page of the report; it says noindex otherwise.',
        }),
      ),
    },
    { ...onlyThese, description: 'What to change; what is left out stays.', examples: [{ visibility: 'public' }] },
  ),
)

const changeSiteReport: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'changeSiteReport',
    summary: 'Change who may see a site report',
    consumes: formOrJson,
    params: pathParams('id'),
    body: changeBody,
    response: { 200: one(siteReportItem), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.patch('/site-reports/:id', { schema, config: { scope: 'reports:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const change = { account_id, id: request.params.id, ...withPrivacy(request.body) }
    const report = await clients.siteReports.changeSiteReport(change)
    return { data: toSiteReportItem(report, publicUrl), status: 200 as const }
  })
}

const cancelSiteReport: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'cancelSiteReport',
    summary: 'End a crawl without a result',
    description: '409 with code site_report_ended if it has ended.',
    consumes: formOrJson,
    params: pathParams('id'),
    body: Type.Object({}, onlyThese),
    response: { 200: one(siteReportItem), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  app.post('/site-reports/:id/cancel', { schema, config: { scope: 'reports:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const report = await clients.siteReports.cancelSiteReport({ account_id, id: request.params.id })
    return { data: toSiteReportItem(report, publicUrl), status: 200 as const }
  })
}

const deleteSiteReport: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteSiteReport',
    summary: 'Delete a site report',
    description: 'A crawl that is under way ends.',
    params: pathParams('id'),
    response: { 200: deleted('site_report'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/site-reports/:id', { schema, config: { scope: 'reports:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { id } = await clients.siteReports.deleteSiteReport({ account_id, id: request.params.id })
    return deletedAnswer('site_report', id)
  })
}

const comparisonJson = named(
  'SiteReportComparison',
  Type.Object(
    {
      report: siteReportItem,
      with: siteReportItem,
      issues: Type.Array(
        Type.Object({
          check: Type.String(),
          severity: oneOf(['warn', 'fail'] as const),
          title: Type.String(),
          change: changeJson,
        }),
        { description: 'Checks that have pages in one of the two.' },
      ),
    },
    { description: 'What differs between two site reports of a project.' },
  ),
)

const compareQuery = Type.Object(
  {
    with: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Another one of the project; the newest done before it if left out.',
      }),
    ),
  },
  onlyThese,
)

const compareSiteReports: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'compareSiteReports',
    summary: 'What differs between two site reports, issue by issue',
    description: '409 with code nothing_to_compare if there is no other one, or one of the two is not done.',
    params: pathParams('id'),
    querystring: compareQuery,
    response: { 200: one(comparisonJson), ...problems('forbidden', 'not_found', 'conflict') },
  }

  app.get('/site-reports/:id/compare', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const other = request.query.with === undefined ? {} : { with_id: request.query.with }
    const compared = await clients.siteReports.compareSiteReports({ account_id, id: request.params.id, ...other })
    const { report, with: before, issues } = compared
    if (report === null || before === null) throw new Error('report answered a comparison without its reports')
    const data = {
      report: toSiteReportItem(report, publicUrl),
      with: toSiteReportItem(before, publicUrl),
      issues: issues.map(({ check, severity, title, change }) => {
        if (change === null) throw new Error('report answered an issue without its change')
        return { check, severity: severity as 'warn' | 'fail', title, change: toChangeJson(change) }
      }),
    }
    return { data, status: 200 as const }
  })
}

export default {
  tag: 'site-reports',
  routes: [
    listSiteReports,
    createSiteReport,
    getSiteReport,
    changeSiteReport,
    compareSiteReports,
    cancelSiteReport,
    deleteSiteReport,
  ],
} satisfies RoutesFile
