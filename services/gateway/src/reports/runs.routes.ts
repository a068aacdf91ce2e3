import { fault } from '@pagebell/faults/fault'
import type { Run__Output as Run } from '@pagebell/protos/report/v1/report'
import { type Static, Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { integerOrNull, named, oneOf, onlyThese, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'
import { awaitRating, preferHeader } from './report-headers.ts'
import { failureJson, ratingJson } from './report-json.ts'

const runJson = named(
  'Run',
  Type.Object(
    {
      id: Type.String(),
      status: oneOf(['queued', 'running', 'done', 'failed']),
      result: ratingJson,
      score: integerOrNull({ minimum: 0, maximum: 100 }),
      requested_at: time('When the analysis was asked for.'),
      finished_at: timeOrNull('When it ended.'),
      ruleset: textOrNull(),
      capped_by: textOrNull({ description: 'The failed check that caps the score: a gate at 48, https at 79.' }),
      error: failureJson,
      changes: Type.Unsafe<Record<string, { from: string; to: string }>>({
        type: 'object',
        additionalProperties: true,
        description: 'By check id: its status in the done run before, and in this one.',
      }),
    },
    { description: 'One analysis of a report.' },
  ),
)

function toRunJson(run: Run): Static<typeof runJson> {
  return {
    id: run.run_id,
    status: run.status as Static<typeof runJson>['status'],
    result: run.result ?? null,
    score: run.score ?? null,
    requested_at: run.requested_at,
    finished_at: run.finished_at ?? null,
    ruleset: run.ruleset ?? null,
    capped_by: run.capped_by ?? null,
    error: run.error ?? null,
    changes:
      run.changes_json === undefined || run.changes_json.length === 0 ? {} : JSON.parse(run.changes_json.toString()),
  }
}

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

type Result = {
  status: string
  points: number | null
  weight: number
  title?: string
  message: string
  value?: string | number | null
  evidence?: object[]
}

const result = orNull<Result>(
  Type.Object({
    status: Type.String(),
    points: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
    weight: Type.Number(),
    title: Type.Optional(Type.String({ description: 'The heading of this outcome.' })),
    message: Type.String(),
    value: Type.Optional(
      Type.Unsafe<string | number | null>({
        type: ['string', 'number', 'null'],
        description: 'What was measured; absent in runs of old rule sets.',
      }),
    ),
    evidence: Type.Optional(
      Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: { type: ['string', 'number'] } }), {
        description: 'The first three pieces.',
      }),
    ),
  }),
)
const differences = (description: string) =>
  Type.Array(Type.Object({ check: Type.String(), from: result, to: result }), { description })

const checks = Type.Object({
  worse: differences('From pass to warn or fail, or from warn to fail.'),
  better: differences('The other way.'),
  new: differences('Only the run made it.'),
  gone: differences('Only the run that it is compared with made it.'),
  changed: differences('From or to not_applicable or error.'),
  values: Type.Optional(differences('The same status with another value.')),
})

const comparison = named(
  'RunComparison',
  Type.Object({ run: runJson, with: runJson, checks }, { description: 'Two runs and the checks that differ.' }),
)

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
    response: { 200: one(comparison), ...problems('forbidden', 'not_found', 'conflict') },
  }

  app.get('/reports/:id/runs/:run/compare', { schema, config: { scope: 'reports:read' } }, async (request) => {
    const { id, run: run_id } = request.params
    const { accountId: account_id } = callerOf(request)
    const other = request.query.with === undefined ? {} : { with_run_id: request.query.with }
    const compared = await clients.reports.compareRuns({ account_id, id, run_id, ...other })
    if (compared.run === null || compared.with === null) throw fault('internal', 'report compared without its runs')
    const differing: Static<typeof checks> = JSON.parse(compared.checks_json.toString())
    const data = { run: toRunJson(compared.run), with: toRunJson(compared.with), checks: differing }
    return { data, status: 200 as const }
  })
}

export default { tag: 'reports', routes: [listRuns, createRun, compareRuns] } satisfies RoutesFile
