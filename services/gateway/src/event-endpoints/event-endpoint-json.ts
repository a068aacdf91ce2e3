import {
  type EventFormat,
  eventFormats,
  formatDescriptions,
  signedFormat,
} from '@pagebell/outbound-events/event-formats'
import {
  confirmationType,
  eventDescriptions,
  eventStates,
  eventTypes,
  testType,
} from '@pagebell/outbound-events/event-types'
import type {
  EventEndpoint__Output as EventEndpoint,
  OutboundEvent__Output as OutboundEvent,
} from '@pagebell/protos/notifier/v1/event_endpoints'
import { type Static, Type } from '@pagebell/schema/type'
import { paging } from '../http/pagination.ts'
import { integerOrNull, named, oneOf, onlyThese, orNull, textOrNull, time, timeOrNull } from '../http/schemas.ts'

type Disabled = { reason: string; at: string; note: string | null }
type Previous = { last_four: string; signs_until: string }

const eventsDescription = eventTypes.map((type) => `\`${type}\`: ${eventDescriptions[type]}`).join(' ')

/** The selected events; an empty list means all. */
export const chosenEvents = Type.Array(oneOf(eventTypes), {
  maxItems: eventTypes.length,
  description: `All if empty or left out, also those of later versions. ${eventsDescription}`,
  examples: [['report.worsened', 'quota.warning']],
})

/** In which form an endpoint gets events. */
export const formatField = oneOf(eventFormats, {
  description: eventFormats.map((format) => `\`${format}\`: ${formatDescriptions[format]}`).join(' '),
})

export const endpointJson = named(
  'Endpoint',
  Type.Object(
    {
      id: Type.String(),
      name: Type.String({ description: 'For its owner. The deprecated routes are about the one named default.' }),
      format: formatField,
      url: Type.String({
        description:
          'Of an incoming webhook, which contains a token, only the host and the last four characters: `https://hooks.slack.com/…x7Qa`. Of e-mail, `mailto:` and the address.',
      }),
      events: Type.Array(oneOf(eventTypes), { description: eventsDescription }),
      all_events: Type.Boolean({ description: 'Whether it receives every event, also those of later versions.' }),
      enabled: Type.Boolean(),
      disabled: orNull<Disabled>(
        Type.Object({
          reason: oneOf(['owner', 'failing', 'gone', 'unconfirmed', 'unsubscribed'], {
            description:
              'owner: by its owner; failing: after five days of failures only; gone: the receiver responded with 410, or that there is no such webhook any more; unconfirmed: the address for e-mail is not confirmed; unsubscribed: by its recipient.',
          }),
          at: Type.String(),
          note: textOrNull(),
        }),
      ),
      failing_since: timeOrNull('Since when every attempt has failed.'),
      secret_last_four: Type.String({
        description: 'The last four characters of the secret. Empty for e-mail, which is not signed.',
      }),
      previous_secret: orNull<Previous>(Type.Object({ last_four: Type.String(), signs_until: Type.String() }), {
        description: 'The previous secret, while it also signs.',
      }),
      created_at: time('When it was created.'),
      updated_at: time('When it was last changed.'),
    },
    { description: 'An endpoint that receives events of a project, without its secret.' },
  ),
)

export const newSecretJson = named(
  'NewEndpoint',
  Type.Object(
    {
      ...endpointJson.properties,
      secret: Type.String({
        description:
          'Signs requests as https://www.standardwebhooks.com describes. Shown once. Empty for e-mail, which is not signed.',
      }),
    },
    { description: 'An endpoint with its new signing secret, shown once.' },
  ),
)

export const eventJson = named(
  'Event',
  Type.Object(
    {
      id: Type.String({ description: 'The webhook-id of every request for this event, the same at every endpoint.' }),
      type: oneOf([...eventTypes, testType, confirmationType]),
      status: oneOf(eventStates),
      created_at: time('When it happened.'),
      next_at: timeOrNull('When the next attempt is due; null once the status is final.'),
      body: Type.Unknown({ description: 'The event. To an endpoint of format `pagebell` it is sent as it is.' }),
      attempts: Type.Array(
        Type.Object({
          at: time('When it was sent.'),
          took_ms: Type.Integer(),
          status: integerOrNull({
            description: 'The HTTP status, or the reply of the mail server; null if there was none.',
          }),
          reason: textOrNull({ description: 'Why the attempt failed; null if it did not.' }),
          answer: Type.String({ description: "The beginning of the receiver's response." }),
        }),
        { description: 'Oldest first.' },
      ),
    },
    { description: 'An event with every attempt to send it to an endpoint.' },
  ),
)

export const secretGrace = Type.Integer({
  minimum: 0,
  maximum: 604_800,
  default: 86_400,
  description: 'For how many seconds the previous secret also signs.',
})

/** Which events of an endpoint are listed. */
export const eventQuery = Type.Object(
  {
    type: Type.Optional(oneOf([...eventTypes, testType])),
    status: Type.Optional(oneOf(eventStates)),
    per_page: paging.per_page,
    cursor: paging.cursor,
  },
  onlyThese,
)

type Endpoint = Static<typeof endpointJson>
type Event = Static<typeof eventJson>

export function toEndpointJson(endpoint: EventEndpoint): Endpoint {
  const {
    id,
    name,
    url,
    all_events,
    enabled,
    created_at,
    updated_at,
    disabled_reason: reason,
    disabled_at: at,
    note,
  } = endpoint
  const { previous_last_four: last_four, previous_until: signs_until } = endpoint
  return {
    id,
    name,
    format: (endpoint.format || signedFormat) as EventFormat,
    url,
    events: endpoint.events as Endpoint['events'],
    all_events,
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
