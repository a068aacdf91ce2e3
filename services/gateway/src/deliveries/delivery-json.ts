import type { Attempt__Output as Attempt, Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/notifier'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, named, oneOf, textOrNull, time, timeOrNull } from '../http/schemas.ts'

export const verdicts = ['accepted', 'duplicate', 'invalid', 'foreign'] as const
export const deliveryStates = ['pending', 'delivered', 'retrying', 'held', 'rejected', 'dropped', 'set_aside'] as const

export const deliveryJson = named(
  'Delivery',
  Type.Object(
    {
      id: Type.String(),
      batch_id: Type.String(),
      project: Type.String(),
      channel: Type.String(),
      action: Type.String(),
      url: Type.String(),
      status: oneOf(deliveryStates),
      attempts: Type.Integer(),
      submitted_at: time('When the webhook took it.'),
      next_at: timeOrNull('When it is tried next; null once the status is final.'),
      delivered_at: timeOrNull('When the engine took it.'),
      last_attempt_at: timeOrNull('When it was last tried.'),
      reason: textOrNull({ description: 'Why it is held, retrying, rejected, dropped or set aside.' }),
      engine: textOrNull({ description: 'Who was told.' }),
      engine_status: integerOrNull({ description: "The HTTP status of the engine's newest answer." }),
      engine_message: textOrNull({ description: "The engine's own words." }),
    },
    { description: 'What became of one submitted URL on one channel.' },
  ),
)

export function toDeliveryJson(delivery: Delivery): Static<typeof deliveryJson> {
  return {
    ...delivery,
    status: delivery.status as (typeof deliveryStates)[number],
    next_at: delivery.next_at ?? null,
    delivered_at: delivery.delivered_at ?? null,
    last_attempt_at: delivery.last_attempt_at ?? null,
    reason: delivery.reason ?? null,
    engine: delivery.engine ?? null,
    engine_status: delivery.engine_status ?? null,
    engine_message: delivery.engine_message ?? null,
  }
}

const attemptOutcomes = ['delivered', 'retry', 'unverified', 'paused', 'held', 'rejected'] as const

export const attemptJson = named(
  'Attempt',
  Type.Object(
    {
      asked_at: time('When the engine was asked.'),
      took_ms: Type.Integer({ description: 'Until its answer was read, or the wait was given up.' }),
      engine: Type.String({ description: 'Who was asked.' }),
      urls: Type.Integer({ description: 'How many URLs travelled in the same request.' }),
      outcome: oneOf(attemptOutcomes, {
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
    outcome: outcome as (typeof attemptOutcomes)[number],
    reason: attempt.reason ?? null,
    engine_status: attempt.engine_status ?? null,
    engine_message: attempt.engine_message ?? null,
  }
}
