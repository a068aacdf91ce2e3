import type { Attempt__Output as Attempt } from '@pagebell/protos/notifier/v1/Attempt'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, oneOf, textOrNull, time } from './json-types.ts'
import { named } from './openapi/named-schema.ts'

const outcomes = ['delivered', 'retry', 'unverified', 'paused', 'held', 'rejected'] as const

/** One request to an engine, as a delivery's history tells it. */
export const attemptJson = named(
  'Attempt',
  Type.Object(
    {
      asked_at: time('When the engine was asked.'),
      took_ms: Type.Integer({ description: 'Until its answer was read, or the wait was given up.' }),
      engine: Type.String({ description: 'Who was asked.' }),
      urls: Type.Integer({ description: 'How many URLs travelled in the same request.' }),
      outcome: oneOf(outcomes, {
        description:
          'delivered; retry: trouble, asked again later; unverified: the engine had not read the key file yet; paused: too many requests; held: a quota was used up; rejected: the engine’s no, after which a batch is asked again in halves.',
      }),
      reason: textOrNull({ description: 'Why; null if it was delivered.' }),
      engine_status: integerOrNull({ description: 'The HTTP status of the answer; null if there was none.' }),
      engine_message: textOrNull({ description: "The engine's own words, 2 KB at most." }),
    },
    { description: 'One request to an engine, as a delivery’s history shows it.' },
  ),
)

export function toAttemptJson({ id: _id, outcome, ...attempt }: Attempt): Static<typeof attemptJson> {
  return {
    ...attempt,
    outcome: outcome as (typeof outcomes)[number],
    reason: attempt.reason ?? null,
    engine_status: attempt.engine_status ?? null,
    engine_message: attempt.engine_message ?? null,
  }
}
