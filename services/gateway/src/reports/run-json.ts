import { fault } from '@pagebell/faults/fault'
import type { RunComparison__Output as ComparedRuns, Run__Output as Run } from '@pagebell/protos/report/v1/report'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, named, oneOf, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'
import { failureJson, ratingJson } from './report-json.ts'

export const runJson = named(
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

export function toRunJson(run: Run): Static<typeof runJson> {
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

export const comparisonJson = named(
  'RunComparison',
  Type.Object({ run: runJson, with: runJson, checks }, { description: 'Two runs and the checks that differ.' }),
)

/** Throws fault `internal` if the report service has left a run out. */
export function toComparisonJson(compared: ComparedRuns): Static<typeof comparisonJson> {
  if (compared.run === null || compared.with === null) throw fault('internal', 'report compared without its runs')
  const differing: Static<typeof checks> = JSON.parse(compared.checks_json.toString())
  return { run: toRunJson(compared.run), with: toRunJson(compared.with), checks: differing }
}
