import type { Run__Output as Run } from '@pagebell/protos/report/v1/Run'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, oneOf, textOrNull, time, timeOrNull } from './json-types.ts'
import { named } from './openapi/named-schema.ts'
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
