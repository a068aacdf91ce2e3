import { fault } from '@pagebell/faults/fault'
import { type EventType, eventTypes } from '@pagebell/outbound-events/event-types'

/** In the stored list of an endpoint that chose none: it gets every event, also those of later versions. */
export const everyEvent = '*'

/**
 * The chosen event types in their usual order, as they are stored. No choice means all of them, with `everyEvent`
 * beside their names, by which the version before finds them. Throws fault invalid for an unknown one.
 */
export function readEventTypes(chosen: readonly string[]): string[] {
  const unknown = chosen.filter((one) => !(eventTypes as readonly string[]).includes(one))
  if (unknown.length > 0)
    throw fault('invalid', 'There is no such event.', { errors: { events: [`Use some of ${eventTypes.join(', ')}.`] } })
  return chosen.length === 0 ? [...eventTypes, everyEvent] : eventTypes.filter((one) => chosen.includes(one))
}

/** The types of a stored list. */
export function subscribedEvents(stored: readonly string[]): { events: EventType[]; all_events: boolean } {
  const all_events = stored.includes(everyEvent)
  return { all_events, events: eventTypes.filter((one) => all_events || stored.includes(one)) }
}
