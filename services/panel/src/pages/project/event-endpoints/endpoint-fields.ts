import { fault } from '@pagebell/faults/fault'
import { type EventType, eventDescriptions, eventTypes } from '@pagebell/outbound-events/event-types'
import { Type } from '@pagebell/schema/type'
import { errorsFor, type FormErrors } from '../../../forms/form-result.ts'
import { type Html, html } from '../../../html/html.ts'
import { field } from '../../../parts/form.ts'

const boxes = Object.fromEntries(eventTypes.map((type) => [type, Type.Optional(Type.String({ maxLength: 10 }))]))

/** The fields of an endpoint that can be changed later. */
export const endpointBody = Type.Object({
  name: Type.String({ default: '', maxLength: 200 }),
  url: Type.String({ default: '', maxLength: 2_048 }),
  ...boxes,
})

/** As a form has them. */
export type EndpointSettings = { name: string; url: string; events: EventType[] }
/** The errors of a form, with what it sent. */
export type SettingsErrors = { errors: FormErrors; sent: EndpointSettings }

export function sentSettings(body: Record<string, unknown>): EndpointSettings {
  const { name, url } = body as { name: string; url: string }
  return { name, url, events: eventTypes.filter((type) => body[type] !== undefined) }
}

/** All of them ticked stands for every event, also those of later versions. Throws fault invalid for none. */
export function chosenTypes({ events }: EndpointSettings): EventType[] {
  if (events.length === 0) throw fault('invalid', 'Choose one event at least.')
  return events.length === eventTypes.length ? [] : events
}

export const endpointErrors = (errors: FormErrors): FormErrors => errorsFor(errors, ['name', 'url'])

export function endpointFields(settings: EndpointSettings, errors: FormErrors | undefined, fixedName = false): Html {
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
  const url = field({
    name: 'url',
    id: 'endpoint-url',
    label: 'Address',
    type: 'url',
    value: settings.url,
    errors,
    attributes: html`maxlength="2048" autocomplete="off" required`,
  })
  const box = (type: EventType): Html => {
    const checked = settings.events.includes(type) && html` checked`
    const input = html`<input type="checkbox" name="${type}" value="1"${checked}>`
    const text = html`<code>${type}</code><span class="two">${eventDescriptions[type]}</span>`
    return html`<label class="check">${input}<span>${text}</span></label>`
  }
  return html`${name}${url}<fieldset class="wide"><legend>Events</legend>${eventTypes.map(box)}
<p class="hint">With all of them ticked, also the events that later versions add.</p></fieldset>`
}
