import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, oneOf, textOrNull, time, timeOrNull } from './json-types.ts'
import { named } from './openapi/named-schema.ts'

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
