import { type Html, html, type Part } from '@pagebell/html/template'
import { eventTypes } from '@pagebell/outbound-events/event-types'
import type { EventEndpoint__Output as EventEndpoint } from '@pagebell/protos/notifier/v1/event_endpoints'
import type { FormErrors } from '../../../forms/form-result.ts'
import { exactTime, timeTag } from '../../../html/format.ts'
import type { Frame } from '../../../html/frame.ts'
import { hookBadge } from '../../../parts/badge.ts'
import { confirmed, graceChoice } from '../../../parts/confirmation.ts'
import { formProblem, postForm } from '../../../parts/form.ts'
import { noticeAt } from '../../../parts/notice.ts'
import { shownUrl } from '../../../parts/url.ts'
import { endpointFields, hasPlainUrl, type SettingsErrors } from './endpoint-fields.ts'
import { formatName } from './endpoint-formats.ts'

export type EndpointParts = { path: string; endpoint: EventEndpoint }

/** What an endpoint is, how it fares, and a test. `once` lets a form that is sent twice take effect once. */
export function factsCard(frame: Frame, { path, endpoint }: EndpointParts, once: string): Html {
  const { name, url, enabled, format, created_at } = endpoint
  const test = html`<input type="hidden" name="once" value="${once}"><button>Send a test</button>`
  return html`<section class="card" id="endpoint" aria-labelledby="endpoint-title"><div class="between">
<h2 id="endpoint-title">${name}</h2>${hookBadge(enabled)}</div>${noticeAt(frame, 'endpoint')}
<dl class="facts"><dt>Format</dt><dd>${formatName(format)}</dd><dt>Address</dt><dd>${shownUrl(url)}</dd>
${hasPlainUrl(endpoint) && currentSecret(endpoint)}${previousSecret(endpoint)}
<dt>Created</dt><dd>${timeTag(created_at, frame.now)}</dd></dl>
${trouble(frame, endpoint)}
${enabled && html`<div class="row">${postForm(frame, `${path}/test`, test, '')}</div>`}</section>`
}

const currentSecret = ({ last_four }: EventEndpoint): Html =>
  html`<dt>Secret</dt><dd><code>whsec_…${last_four}</code></dd>`

const previousSecret = ({ previous_last_four: previous, previous_until: until }: EventEndpoint): Part =>
  previous !== undefined &&
  until !== undefined &&
  html`<dt>Previous</dt><dd><code>whsec_…${previous}</code> also signs until ${exactTime(until)}</dd>`

function trouble(frame: Frame, { enabled, note, failing_since, disabled_at }: EventEndpoint): Part {
  if (!enabled && disabled_at !== undefined)
    return html`<p class="warning">Disabled ${timeTag(disabled_at, frame.now)}: no events are sent or stored.
${note}</p>`
  if (failing_since === undefined) return undefined
  return html`<p class="warning">Every request has failed since ${exactTime(failing_since)}. The endpoint is disabled
after five days of failures.</p>`
}

/** Name, address and events. */
export function settingsCard(
  frame: Frame,
  { path, endpoint }: EndpointParts,
  failed: SettingsErrors | undefined,
): Html {
  const { format, name, events } = endpoint
  const url = hasPlainUrl(endpoint) ? endpoint.url : ''
  const stored = { format, name, url, events: eventTypes.filter((type) => events.includes(type)) }
  const fields = endpointFields(failed?.sent ?? stored, failed?.errors, endpoint)
  const form = html`${formProblem(failed?.errors)}${fields}<button>Save the endpoint</button>`
  return html`<section class="card" id="settings" aria-labelledby="settings-title"><h2 id="settings-title">Settings</h2>
${noticeAt(frame, 'settings')}${postForm(frame, `${path}/change`, form, 'stack wide')}</section>`
}

type SecretForm = { once: string; errors: FormErrors | undefined }

export function secretCard(frame: Frame, { path, endpoint }: EndpointParts, { once, errors }: SecretForm): Html {
  const grace = graceChoice({
    name: 'secret-grace',
    label: `The secret ending in ${endpoint.last_four} stops`,
    confirmation: 'secret-at-once',
    consequence: 'Events are signed by the new secret alone: a receiver that has only the old one refuses them.',
    errors,
  })
  const form = html`<input type="hidden" name="once" value="${once}">
${formProblem(errors)}${grace}<button>Rotate the secret</button>`
  return html`<section class="card" id="secret" aria-labelledby="secret-title"><h2 id="secret-title">New secret</h2>
<p class="hint">Of this endpoint alone: the secrets of others stay.</p>
${postForm(frame, `${path}/rotate-secret`, form)}</section>`
}

/** To disable or delete it. */
export function stopCard(frame: Frame, { path, endpoint }: EndpointParts): Html {
  const { enabled, name, disabled_reason: reason } = endpoint
  const [action, value] = enabled ? ['Disable', '0'] : ['Enable', '1']
  const button = reason === 'unconfirmed' ? 'Send the confirmation again' : action
  const enabling = html`<input type="hidden" name="enabled" value="${value}">
<button>${button}${reason !== 'unconfirmed' && html`<span class="unseen"> the endpoint</span>`}</button>`
  const removal = confirmed(frame, {
    action: `${path}/remove`,
    name: html`Remove<span class="unseen"> the endpoint</span>`,
    consequence: `${name}, its secret and its events are deleted.`,
    button: 'Remove permanently',
  })
  return html`<section class="card danger" id="stop" aria-labelledby="stop-title">
<h2 id="stop-title">${action} or remove</h2>
<p class="hint">While disabled, nothing is sent and waiting events are dropped.</p>
${reason !== 'unsubscribed' && html`<div class="row">${postForm(frame, `${path}/enabled`, enabling, '')}</div>`}
${removal}</section>`
}
