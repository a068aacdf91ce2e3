import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { onlyThese } from '../http/schemas.ts'
import { awaitRating, preferHeader } from './report-headers.ts'
import { comparisonJson, runJson, toComparisonJson, toRunJson } from './run-json.ts'

const listRuns: Route = (app, { clients }) => {
  const schema = {
    operationId: 'listRuns',
    summary: "A report's history: when, how it was rated, what changed",
    params: pathParams('id'),
    response: { 200: one(Type.Array(runJson)), ...problems('forbidden', 'not_found') },
  }

  app.get('/reports/:id/runs', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { runs } = await clients.reports.listRuns({ account_id: callerOf(request).accountId, id: request.params.id })
    return { data: runs.map(toRunJson), status: 200 as const }
  })
}

const createRun: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'createRun',
    summary: 'Run the analysis of a report again',
    description:
      'The same as results=1 in a change of the report. The old result stays until the new one is in. A report that is already being analyzed keeps its run, and that run is returned. 429 with code analysis_limit_reached: the account has asked for too many analyses; see Retry-After.',
    consumes: formOrJson,
    params: pathParams('id'),
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...preferHeader } }),
    body: Type.Object({}, onlyThese),
    response: { 201: one(runJson, 201), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.post('/reports/:id/runs', { schema, config: { scope: 'reports:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const { id } = request.params
    const report = await clients.reports.changeReport({ account_id, id, analyze_again: true })
    await awaitRating(report, account_id, clients, request, reply)
    const { runs } = await clients.reports.listRuns({ account_id, id })
    const [newest] = runs
    if (newest === undefined) throw fault('internal', 'report listed no run of a report that has one')
    void reply.code(201).header('location', publicUrl(`/api/v1/reports/${id}/runs`))
    return { data: toRunJson(newest), status: 201 as const }
  })
}

const compareRuns: Route = (app, { clients }) => {
  const schema = {
    operationId: 'compareRuns',
    summary: 'What differs between two runs of a report, check by check',
    params: pathParams('id', 'run'),
    querystring: Type.Object(
      {
        with: Type.Optional(
          Type.String({ format: 'uuid', description: 'Another run; the newest done one before it if left out.' }),
        ),
      },
      onlyThese,
    ),
    response: { 200: one(comparisonJson), ...problems('forbidden', 'not_found', 'conflict') },
  }

  app.get('/reports/:id/runs/:run/compare', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { id, run: run_id } = request.params
    const { accountId: account_id } = callerOf(request)
    const other = request.query.with === undefined ? {} : { with_run_id: request.query.with }
    const compared = await clients.reports.compareRuns({ account_id, id, run_id, ...other })
    return { data: toComparisonJson(compared), status: 200 as const }
  })
}

export default { tag: 'reports', routes: [listRuns, createRun, compareRuns] } satisfies RoutesFile
