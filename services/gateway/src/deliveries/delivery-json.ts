import { deliveryStatuses } from '@pagebell/channel-settings/delivery-statuses'
import type {
  Attempt__Output as Attempt,
  CheckedPage__Output as CheckedPage,
  Delivery__Output as Delivery,
} from '@pagebell/protos/notifier/v1/notifier'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, named, oneOf, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'

export const verdicts = ['accepted', 'duplicate', 'invalid', 'foreign'] as const
const checkedPage = Type.Object({
  status: integerOrNull({ description: 'The HTTP status of the page; null if the site did not answer.' }),
  indexable: orNull<boolean>(Type.Boolean(), { description: 'null for what is no page.' }),
  canonical: textOrNull({ description: 'The canonical address, if it is another page.' }),
  changed: Type.Array(Type.String(), {
    description: 'The parts that differ from the version announced last; empty if there is none.',
  }),
  at: time('When the page was looked at.'),
})

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
      status: oneOf(deliveryStatuses),
      attempts: Type.Integer(),
      submitted_at: time('When the webhook accepted it.'),
      next_at: timeOrNull('When the next attempt is due; null once the status is final.'),
      delivered_at: timeOrNull('When the engine accepted it.'),
      last_attempt_at: timeOrNull('When the last attempt was made.'),
      reason: textOrNull({ description: 'Why the status is held, retrying, rejected, dropped, set_aside or skipped.' }),
      not_checked: textOrNull({ description: 'Why it was sent without a check, although one was asked for.' }),
      checked: orNull<Static<typeof checkedPage>>(checkedPage, {
        description: 'What was found on the page before it was sent or skipped; null without a check.',
      }),
      engine: textOrNull({ description: 'The engine that received the URL.' }),
      engine_status: integerOrNull({ description: "The HTTP status of the engine's latest response." }),
      engine_message: textOrNull({ description: "The message of the engine's latest response." }),
    },
    { description: 'The status of one submitted URL on one channel.' },
  ),
)

export function toDeliveryJson({ checked, ...delivery }: Delivery): Static<typeof deliveryJson> {
  return {
    ...delivery,
    status: delivery.status as (typeof deliveryStatuses)[number],
    next_at: delivery.next_at ?? null,
    delivered_at: delivery.delivered_at ?? null,
    last_attempt_at: delivery.last_attempt_at ?? null,
    reason: delivery.reason ?? null,
    engine: delivery.engine ?? null,
    engine_status: delivery.engine_status ?? null,
    engine_message: delivery.engine_message ?? null,
    not_checked: delivery.not_checked ?? null,
    checked: checked ? toCheckedJson(checked) : null,
  }
}

function toCheckedJson({ status, indexable, canonical, ...always }: CheckedPage): Static<typeof checkedPage> {
  return { status: status ?? null, indexable: indexable ?? null, canonical: canonical ?? null, ...always }
}

const attemptOutcomes = ['delivered', 'retry', 'unverified', 'paused', 'held', 'rejected'] as const

export const attemptJson = named(
  'Attempt',
  Type.Object(
    {
      asked_at: time('When the request was sent.'),
      took_ms: Type.Integer({ description: 'Until the response was read or the request timed out.' }),
      engine: Type.String({ description: 'The engine that received the request.' }),
      urls: Type.Integer({ description: 'The number of URLs in the request.' }),
      outcome: oneOf(attemptOutcomes, {
        description:
          'delivered; retry: temporary failure, sent again later; unverified: the engine had not read the key file yet; paused: too many requests; held: a quota was used up; rejected: refused by the engine, after which a batch is sent again in halves.',
      }),
      reason: textOrNull({ description: 'Why it was not delivered; null if it was.' }),
      engine_status: integerOrNull({ description: 'The HTTP status of the response; null if there was none.' }),
      engine_message: textOrNull({ description: 'The message of the response, up to 2 KB.' }),
    },
    { description: 'One request to an engine.' },
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
