import { eventDescriptions, eventTypes } from '@pagebell/outbound-events/event-types'
import type { EventEndpoint__Output as EventEndpoint } from '@pagebell/protos/notifier/v1/EventEndpoint'
import type { OutboundEvent__Output as OutboundEvent } from '@pagebell/protos/notifier/v1/OutboundEvent'
import type { Frame } from '../frame.ts'
import { type Html, html, type Part } from '../html.ts'
import { eventBadge, hookBadge } from '../parts/badge.ts'
import { confirmed } from '../parts/confirmed.ts'
import { type FormErrors, field, formProblem, hiddenToken, postForm } from '../parts/form.ts'
import { graceChoice } from '../parts/grace-choice.ts'
import { noticeAt } from '../parts/notice.ts'
import { counted } from '../parts/number.ts'
import { outsideLink } from '../parts/outside-link.ts'
import { table } from '../parts/table.ts'
import { exactTime, timeTag } from '../parts/time.ts'

/** The endpoint of a project, if it has one, and its newest events. */
export type Told = { endpoint: EventEndpoint | undefined; recent: OutboundEvent[] }
/** What was wrong with the form of the card, and what was typed into it. */
export type EndpointErrors = { errors: FormErrors; sent?: { url: string; events: string[] } }

type Shown = {
  project: string
  told: Told | undefined
  failed?: EndpointErrors | undefined
  secret?: FormErrors | undefined
  once: string
}

/** The address that is told of a project's events. `once` lets a form that is sent twice do its work once. */
export function eventsCard(frame: Frame, { project, told, failed, secret, once }: Shown): Html {
  const path = `/projects/${project}/endpoint`
  const endpoint = told?.endpoint
  return html`<section class="card" id="events" aria-labelledby="events-title"><div class="between"><h2 id="events-title">Events</h2>${endpoint && hookBadge(endpoint.enabled)}</div>
${noticeAt(frame, 'events')}<p class="hint">Pagebell sends events to an endpoint of yours, signed as ${outsideLink('https://www.standardwebhooks.com', 'Standard Webhooks')} specifies.</p>
${told === undefined ? html`<p class="hint">Temporarily unavailable.</p>` : addressForm(frame, path, endpoint, failed)}
${endpoint && html`${trouble(frame, endpoint)}${care(frame, path, endpoint, { once, secret })}${recentEvents(frame, told?.recent ?? [])}`}</section>`
}

function addressForm(
  frame: Frame,
  path: string,
  endpoint: EventEndpoint | undefined,
  failed: EndpointErrors | undefined,
): Html {
  const url = failed?.sent?.url ?? endpoint?.url
  const chosen = failed?.sent?.events ?? endpoint?.events ?? eventTypes
  return postForm(
    frame,
    path,
    html`${formProblem(failed?.errors)}
${field({ name: 'url', id: 'endpoint-url', label: 'Address', type: 'url', value: url, errors: failed?.errors, attributes: html`maxlength="2048" autocomplete="off" required` })}
<fieldset class="wide"><legend>Events</legend>${eventTypes.map(
      (type) =>
        html`<label class="check"><input type="checkbox" name="${type}" value="1"${chosen.includes(type) && html` checked`}><span><code>${type}</code><span class="two">${eventDescriptions[type]}</span></span></label>`,
    )}</fieldset><button${endpoint === undefined && html` class="main"`}>${endpoint === undefined ? 'Save endpoint' : 'Save'}</button>`,
    'stack wide',
  )
}

function trouble(frame: Frame, { enabled, note, failing_since, disabled_at }: EventEndpoint): Part {
  if (!enabled && disabled_at !== undefined)
    return html`<p class="warning">Disabled ${timeTag(disabled_at, frame.now)}: nothing is sent, and nothing is kept for later. ${note}</p>`
  if (failing_since === undefined) return undefined
  return html`<p class="warning">Every request has failed since ${exactTime(failing_since)}. The endpoint is disabled after five days of failures.</p>`
}

type Care = { once: string; secret: FormErrors | undefined }

function care(frame: Frame, path: string, endpoint: EventEndpoint, { once, secret }: Care): Html {
  const { enabled, last_four, previous_last_four: before, previous_until: until } = endpoint
  return html`<dl class="facts"><dt>Secret</dt><dd><code>whsec_…${last_four}</code></dd>
${before !== undefined && until !== undefined && html`<dt>Before</dt><dd><code>whsec_…${before}</code> signs too until ${exactTime(until)}</dd>`}</dl>
<div class="columns">
<form method="post" action="${path}/rotate" class="stack">${hiddenToken(frame)}<h3>New secret</h3><input type="hidden" name="once" value="${once}">
${formProblem(secret)}${graceChoice({ name: 'secret-grace', label: `The secret ending in ${last_four} stops`, confirmation: 'secret-at-once', consequence: 'Events are signed by the new secret alone: a receiver that has only the old one refuses them.', errors: secret })}<button>Rotate the secret</button></form>
<div class="stack"><h3>${enabled ? 'Test, disable or remove' : 'Enable or remove'}</h3><div class="row">
${enabled && postForm(frame, `${path}/test`, html`<input type="hidden" name="once" value="${once}"><button>Send a test</button>`, '')}
${postForm(frame, `${path}/enabled`, html`<input type="hidden" name="enabled" value="${enabled ? '0' : '1'}"><button>${enabled ? 'Disable' : 'Enable'}<span class="unseen"> the address</span></button>`, '')}</div>
<p class="hint">While disabled, nothing is sent and waiting events are dropped.</p>
${confirmed(frame, { action: `${path}/remove`, name: html`Remove<span class="unseen"> the address</span>`, consequence: 'The endpoint, its secret and its events are deleted.', button: 'Remove permanently' })}</div></div>`
}

function recentEvents(frame: Frame, events: OutboundEvent[]): Html {
  if (events.length === 0) return html`<p class="hint">No events yet.</p>`
  return html`<h3>Newest events</h3>${table<OutboundEvent>(
    'Newest events and what became of them',
    [
      { name: 'Event', kind: 'main', cell: ({ type }) => html`<code>${type}</code>` },
      { name: 'Created', cell: ({ created_at }) => timeTag(created_at, frame.now) },
      { name: 'State', cell: ({ status }) => eventBadge(status) },
      { name: 'Last response', cell: lastAnswer },
      { name: 'Attempts', kind: 'number', cell: ({ attempts }) => String(attempts.length) },
    ],
    events,
  )}`
}

function lastAnswer({ attempts }: OutboundEvent): Part {
  const last = attempts.at(-1)
  if (last === undefined) return 'none yet'
  const said = last.status === undefined ? (last.reason ?? '').replaceAll('_', ' ') : String(last.status)
  return `${said} after ${counted(last.took_ms, 'ms', 'ms')}`
}
