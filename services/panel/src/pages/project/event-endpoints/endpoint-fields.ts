import { fault } from '@pagebell/faults/fault'
import { type Html, html } from '@pagebell/html/template'
import { emailFormat, signedFormat } from '@pagebell/outbound-events/event-formats'
import { type EventType, eventDescriptions, eventTypes } from '@pagebell/outbound-events/event-types'
import type { EventEndpoint__Output as EventEndpoint } from '@pagebell/protos/notifier/v1/event_endpoints'
import { Type } from '@pagebell/schema/type'
import { errorsFor, type FormErrors } from '../../../forms/form-result.ts'
import { choice, field } from '../../../parts/form.ts'
import { addressHint, formatOptions } from './endpoint-formats.ts'

const boxes = Object.fromEntries(eventTypes.map((type) => [type, Type.Optional(Type.String({ maxLength: 10 }))]))

/** The fields of an endpoint that can be changed later. */
export const endpointBody = Type.Object({
  format: Type.String({ default: signedFormat, maxLength: 20 }),
  name: Type.String({ default: '', maxLength: 200 }),
  url: Type.String({ default: '', maxLength: 2_048 }),
  ...boxes,
})

/** As a form has them. */
export type EndpointSettings = { format: string; name: string; url: string; events: EventType[] }
/** The errors of a form, with what it sent. */
export type SettingsErrors = { errors: FormErrors; sent: EndpointSettings }

export function sentSettings(body: Record<string, unknown>): EndpointSettings {
  const { format, name, url } = body as { format: string; name: string; url: string }
  return { format, name, url: url.trim(), events: eventTypes.filter((type) => body[type] !== undefined) }
}

/** All of them ticked stands for every event, also those of later versions. Throws fault invalid for none. */
export function chosenTypes({ events }: EndpointSettings): EventType[] {
  if (events.length === 0) throw fault('invalid', 'Choose one event at least.')
  return events.length === eventTypes.length ? [] : events
}

export const endpointErrors = (errors: FormErrors): FormErrors => errorsFor(errors, ['format', 'name', 'url'])

/** The fields of a new endpoint, or those of a stored one, which keeps its format. */
export function endpointFields(
  settings: EndpointSettings,
  errors: FormErrors | undefined,
  stored?: EventEndpoint,
): Html {
  const fixedName = stored?.name === 'default'
  const format = stored === undefined && choice('format', 'Format', settings.format, formatOptions, { errors })
  const name = field({
    name: 'name',
    id: 'endpoint-name',
    label: 'Name',
    value: settings.name,
    hint: fixedName
      ? 'The API before several endpoints knows it by this name, which therefore stays.'
      : 'Empty: the host of the address.',
    errors,
    attributes: html`maxlength="100" autocomplete="off"${fixedName && html` readonly`}`,
  })
  const box = (type: EventType): Html => {
    const checked = settings.events.includes(type) && html` checked`
    const input = html`<input type="checkbox" name="${type}" value="1"${checked}>`
    const text = html`<code>${type}</code><span class="two">${eventDescriptions[type]}</span>`
    return html`<label class="check">${input}<span>${text}</span></label>`
  }
  const url = stored?.format !== emailFormat && urlField(settings, errors, stored)
  return html`${format}${name}${url}<fieldset class="wide"><legend>Events</legend>${eventTypes.map(box)}
<p class="hint">With all of them ticked, also the events that later versions add.</p></fieldset>`
}

/** The address of an incoming webhook is never shown whole, so a form cannot contain it: empty keeps it. */
function urlField({ url }: EndpointSettings, errors: FormErrors | undefined, stored: EventEndpoint | undefined): Html {
  const isKept = stored !== undefined && !hasPlainUrl(stored)
  const attributes = html`maxlength="2048" autocomplete="off"${!isKept && html` required`}`
  const hint = isKept ? `Now ${stored.url}. Empty: it stays.` : stored === undefined ? addressHint : undefined
  const more = { ...(hint !== undefined && { hint }), errors, attributes }
  return field({ name: 'url', id: 'endpoint-url', label: 'Address', value: url, ...more })
}

/** Whether its address is stored and shown as it is. */
export const hasPlainUrl = ({ format }: EventEndpoint): boolean => format === '' || format === signedFormat
