import { eventDescriptions, eventTypes } from '@pagebell/outbound-events/event-types'
import type {
  EventEndpoint__Output as EventEndpoint,
  OutboundEvent__Output as OutboundEvent,
} from '@pagebell/protos/notifier/v1/event_endpoints'
import type { FormErrors } from '../../forms/form-result.ts'
import { counted, exactTime, timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { type Html, html, type Part } from '../../html/html.ts'
import { eventBadge, hookBadge } from '../../parts/badge.ts'
import { confirmed, graceChoice } from '../../parts/confirmation.ts'
import { field, formProblem, postForm } from '../../parts/form.ts'
import { noticeAt } from '../../parts/notice.ts'
import { table } from '../../parts/table.ts'
import { outsideLink } from '../../parts/url.ts'

/** The event endpoint of a project, if it has one, and its newest events. */
export type ProjectEvents = { endpoint: EventEndpoint | undefined; recent: OutboundEvent[] }
/** The errors of the endpoint's form, with what it sent. */
export type EndpointErrors = { errors: FormErrors; sent?: { url: string; events: string[] } }

type EventsCard = {
  project: string
  events: ProjectEvents | undefined
  failed?: EndpointErrors | undefined
  secret?: FormErrors | undefined
  once: string
}

/** The event endpoint of a project. `once` lets a form that is sent twice take effect once. */
export function eventsCard(frame: Frame, { project, events, failed, secret, once }: EventsCard): Html {
  const path = `/projects/${project}/endpoint`
  const endpoint = events?.endpoint
  const standard = outsideLink('https://www.standardwebhooks.com', 'Standard Webhooks')
  const form =
    events === undefined
      ? html`<p class="hint">Temporarily unavailable.</p>`
      : endpointForm(frame, path, endpoint, failed)
  return html`<section class="card" id="events" aria-labelledby="events-title"><div class="between">
<h2 id="events-title">Events</h2>${endpoint && hookBadge(endpoint.enabled)}</div>
${noticeAt(frame, 'events')}<p class="hint">Pagebell sends events to your endpoint, signed as specified by
${standard}.</p>
${form}
${endpoint && trouble(frame, endpoint)}${endpoint && secretAndActions(frame, path, endpoint, { once, errors: secret })}
${endpoint && recentEvents(frame, events?.recent ?? [])}</section>`
}

function endpointForm(
  frame: Frame,
  path: string,
  endpoint: EventEndpoint | undefined,
  failed: EndpointErrors | undefined,
): Html {
  const chosen = failed?.sent?.events ?? endpoint?.events ?? eventTypes
  const address = field({
    name: 'url',
    id: 'endpoint-url',
    label: 'Address',
    type: 'url',
    value: failed?.sent?.url ?? endpoint?.url,
    errors: failed?.errors,
    attributes: html`maxlength="2048" autocomplete="off" required`,
  })
  const boxes = eventTypes.map((type) => {
    const box = html`<input type="checkbox" name="${type}" value="1"${chosen.includes(type) && html` checked`}>`
    const text = html`<code>${type}</code><span class="two">${eventDescriptions[type]}</span>`
    return html`<label class="check">${box}<span>${text}</span></label>`
  })
  const button =
    endpoint === undefined ? html`<button class="main">Save endpoint</button>` : html`<button>Save</button>`
  const form = html`${formProblem(failed?.errors)}
${address}<fieldset class="wide"><legend>Events</legend>${boxes}</fieldset>${button}`
  return postForm(frame, path, form, 'stack wide')
}

function trouble(frame: Frame, { enabled, note, failing_since, disabled_at }: EventEndpoint): Part {
  if (!enabled && disabled_at !== undefined)
    return html`<p class="warning">Disabled ${timeTag(disabled_at, frame.now)}: no events are sent or stored.
${note}</p>`
  if (failing_since === undefined) return undefined
  return html`<p class="warning">Every request has failed since ${exactTime(failing_since)}. The endpoint is disabled
after five days of failures.</p>`
}

type SecretForm = { once: string; errors: FormErrors | undefined }

function secretAndActions(frame: Frame, path: string, endpoint: EventEndpoint, form: SecretForm): Html {
  const { last_four, previous_last_four: previous, previous_until: until } = endpoint
  const before =
    previous !== undefined &&
    until !== undefined &&
    html`<dt>Previous</dt><dd><code>whsec_…${previous}</code> also signs until ${exactTime(until)}</dd>`
  return html`<dl class="facts"><dt>Secret</dt><dd><code>whsec_…${last_four}</code></dd>
${before}</dl>
<div class="columns">${rotation(frame, path, endpoint, form)}${actions(frame, path, endpoint, form.once)}</div>`
}

function rotation(frame: Frame, path: string, { last_four }: EventEndpoint, { once, errors }: SecretForm): Html {
  const grace = graceChoice({
    name: 'secret-grace',
    label: `The secret ending in ${last_four} stops`,
    confirmation: 'secret-at-once',
    consequence: 'Events are signed by the new secret alone: a receiver that has only the old one refuses them.',
    errors,
  })
  const form = html`<h3>New secret</h3><input type="hidden" name="once" value="${once}">
${formProblem(errors)}${grace}<button>Rotate the secret</button>`
  return postForm(frame, `${path}/rotate`, form)
}

function actions(frame: Frame, path: string, { enabled }: EventEndpoint, once: string): Html {
  const test = html`<input type="hidden" name="once" value="${once}"><button>Send a test</button>`
  const enabling = html`<input type="hidden" name="enabled" value="${enabled ? '0' : '1'}">
<button>${enabled ? 'Disable' : 'Enable'}<span class="unseen"> the endpoint</span></button>`
  const removal = confirmed(frame, {
    action: `${path}/remove`,
    name: html`Remove<span class="unseen"> the endpoint</span>`,
    consequence: 'The endpoint, its secret and its events are deleted.',
    button: 'Remove permanently',
  })
  return html`<div class="stack"><h3>${enabled ? 'Test, disable or remove' : 'Enable or remove'}</h3><div class="row">
${enabled && postForm(frame, `${path}/test`, test, '')}
${postForm(frame, `${path}/enabled`, enabling, '')}</div>
<p class="hint">While disabled, nothing is sent and waiting events are dropped.</p>
${removal}</div>`
}

function recentEvents(frame: Frame, events: OutboundEvent[]): Html {
  if (events.length === 0) return html`<p class="hint">No events yet.</p>`
  return html`<h3>Newest events</h3>${table<OutboundEvent>(
    'Newest events and their deliveries',
    [
      { name: 'Event', kind: 'main', cell: ({ type }) => html`<code>${type}</code>` },
      { name: 'Created', cell: ({ created_at }) => timeTag(created_at, frame.now) },
      { name: 'State', cell: ({ status }) => eventBadge(status) },
      { name: 'Last response', cell: lastResponse },
      { name: 'Attempts', kind: 'number', cell: ({ attempts }) => String(attempts.length) },
    ],
    events,
  )}`
}

function lastResponse({ attempts }: OutboundEvent): Part {
  const last = attempts.at(-1)
  if (last === undefined) return 'none yet'
  const result = last.status === undefined ? (last.reason ?? '').replaceAll('_', ' ') : String(last.status)
  return `${result} after ${counted(last.took_ms, 'ms', 'ms')}`
}
