import { eventDescriptions, eventStates, eventTypes, testType } from '@pagebell/outbound-events/event-types'
import type {
  EventEndpoint__Output as EventEndpoint,
  OutboundEvent__Output as OutboundEvent,
} from '@pagebell/protos/notifier/v1/event_endpoints'
import { type Static, Type } from '@pagebell/schema/type'
import { integerOrNull, named, oneOf, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'

type Disabled = { reason: string; at: string; note: string | null }
type Previous = { last_four: string; signs_until: string }

const eventsDescription = eventTypes.map((type) => `\`${type}\`: ${eventDescriptions[type]}`).join(' ')

/** The selected events; an empty list means all. */
export const chosenEvents = Type.Array(oneOf(eventTypes), {
  maxItems: eventTypes.length,
  description: eventsDescription,
})

export const endpointJson = named(
  'Endpoint',
  Type.Object(
    {
      id: Type.String(),
      url: Type.String(),
      events: chosenEvents,
      enabled: Type.Boolean(),
      disabled: orNull<Disabled>(
        Type.Object({
          reason: oneOf(['owner', 'failing', 'gone'], {
            description: 'By its owner; after five days of nothing but failures; or by the receiver, who answered 410.',
          }),
          at: Type.String(),
          note: textOrNull(),
        }),
      ),
      failing_since: timeOrNull('Since when there was nothing but failure.'),
      secret_last_four: Type.String({ description: 'The end of the secret, to recognise it by.' }),
      previous_secret: orNull<Previous>(Type.Object({ last_four: Type.String(), signs_until: Type.String() }), {
        description: 'The secret before this one, while it signs too.',
      }),
      created_at: time('When it was made.'),
      updated_at: time('When it was changed last.'),
    },
    { description: 'Where the events of a project are sent.' },
  ),
)

export const newSecretJson = named(
  'NewEndpoint',
  Type.Object(
    {
      ...endpointJson.properties,
      secret: Type.String({
        description: 'By which requests are signed, as https://www.standardwebhooks.com describes. Shown this once.',
      }),
    },
    { description: 'An endpoint with its new signing secret, shown once.' },
  ),
)

export const eventJson = named(
  'Event',
  Type.Object(
    {
      id: Type.String({ description: 'The webhook-id of every request with it.' }),
      type: oneOf([...eventTypes, testType]),
      status: oneOf(eventStates),
      created_at: time('When it happened.'),
      next_at: timeOrNull('When it is sent next; null once the status is final.'),
      body: Type.Unknown({ description: 'What is sent.' }),
      attempts: Type.Array(
        Type.Object({
          at: time('When it was sent.'),
          took_ms: Type.Integer(),
          status: integerOrNull({ description: 'Of HTTP; null if there was no answer.' }),
          reason: textOrNull({ description: 'Why it counts as failed; null if it does not.' }),
          answer: Type.String({ description: 'The beginning of what the receiver answered.' }),
        }),
        { description: 'Oldest first.' },
      ),
    },
    { description: 'An event with every attempt to send it.' },
  ),
)

type Endpoint = Static<typeof endpointJson>
type Event = Static<typeof eventJson>

export function toEndpointJson(endpoint: EventEndpoint): Endpoint {
  const { id, url, enabled, created_at, updated_at, disabled_reason: reason, disabled_at: at, note } = endpoint
  const { previous_last_four: last_four, previous_until: signs_until } = endpoint
  return {
    id,
    url,
    events: endpoint.events as Endpoint['events'],
    enabled,
    disabled: reason === undefined || at === undefined ? null : { reason, at, note: note ?? null },
    failing_since: endpoint.failing_since ?? null,
    secret_last_four: endpoint.last_four,
    previous_secret: last_four === undefined || signs_until === undefined ? null : { last_four, signs_until },
    created_at,
    updated_at,
  }
}

export function toEventJson({ body, type, status, next_at, attempts, ...event }: OutboundEvent): Event {
  return {
    ...event,
    type: type as Event['type'],
    status: status as Event['status'],
    next_at: next_at ?? null,
    body: JSON.parse(body) as unknown,
    attempts: attempts.map(({ status: httpStatus, reason, ...attempt }) => ({
      ...attempt,
      status: httpStatus ?? null,
      reason: reason ?? null,
    })),
  }
}
