import { fault } from '@pagebell/faults/fault'
import { type Static, Type } from '@pagebell/schema/type'
import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { onlyThese, orNull } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'
import { runJson, toRunJson } from '../run-json.ts'

type Result = { status: string; points: number | null; weight: number; title?: string; message: string }

const result = orNull<Result>(
  Type.Object({
    status: Type.String(),
    points: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
    weight: Type.Number(),
    title: Type.Optional(Type.String({ description: 'The heading of this outcome.' })),
    message: Type.String(),
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
})

const comparison = named(
  'RunComparison',
  Type.Object({ run: runJson, with: runJson, checks }, { description: 'Two runs and the checks that differ.' }),
)

export const compareRuns: Route = (app, { peers }) => {
  const schema = {
    operationId: 'compareRuns',
    summary: 'What differs between two runs of a report, check by check',
    tags: ['reports'],
    params: pathOf('id', 'run'),
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
    const named = request.query.with === undefined ? {} : { with_run_id: request.query.with }
    const wanted = { account_id: callerOf(request).accountId, id, run_id, ...named }
    const compared = await peers.reports.compareRuns(wanted)
    if (compared.run === null || compared.with === null) throw fault('internal', 'report compared without its runs')
    const found: Static<typeof checks> = JSON.parse(compared.checks_json.toString())
    return {
      data: { run: toRunJson(compared.run), with: toRunJson(compared.with), checks: found },
      status: 200 as const,
    }
  })
}
