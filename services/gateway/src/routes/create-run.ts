import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { onlyThese } from '../json-types.ts'
import { awaitRating, preferHeader } from '../prefer-wait.ts'
import { runJson, toRunJson } from '../run-json.ts'

export const createRun: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'createRun',
    summary: 'Run the analysis of a report again',
    description:
      'The same as results=1 in a change of the report. The old result stays until the new one is in. A report that is already being analyzed keeps its run, and that run is returned. 429 with code analysis_limit_reached: the account has asked for too many analyses; see Retry-After.',
    tags: ['reports'],
    consumes: formOrJson,
    params: pathOf('id'),
    headers: Type.Unsafe<object>({ type: 'object', properties: { ...preferHeader } }),
    body: Type.Object({}, onlyThese),
    response: { 201: one(runJson, 201), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.post('/reports/:id/runs', { schema, config: { scope: 'reports:write' } }, async (request, reply) => {
    const { accountId: account_id } = callerOf(request)
    const { id } = request.params
    const report = await peers.reports.changeReport({ account_id, id, analyze_again: true })
    await awaitRating(report, account_id, peers, request, reply)
    const { runs } = await peers.reports.listRuns({ account_id, id })
    const [newest] = runs
    if (newest === undefined) throw fault('internal', 'report listed no run of a report that has one')
    void reply.code(201).header('location', publicUrl(`/api/v1/reports/${id}/runs`))
    return { data: toRunJson(newest), status: 201 as const }
  })
}
