import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  EventList__Output as EventList,
  OutboundEvent__Output as OutboundEvent,
} from '@pagebell/protos/notifier/v1/event_endpoints'
import { counted, timeTag } from '../../../html/format.ts'
import type { Frame } from '../../../html/frame.ts'
import { eventBadge } from '../../../parts/badge.ts'
import { cursorPager } from '../../../parts/pager.ts'
import { empty, table } from '../../../parts/table.ts'

/** The events of an endpoint, newest first. */
export function eventLog(frame: Frame, { events, next_cursor }: EventList, cursor: string | undefined): Html {
  const none = empty('deliveries', 'No events yet', 'Send a test to see one.')
  return html`<section aria-labelledby="log"><h2 id="log">Events</h2>
<div class="card flush">${events.length === 0 ? none : eventTable(frame, events)}</div>
${cursorPager(frame, cursor, next_cursor)}</section>`
}

const eventTable = (frame: Frame, events: OutboundEvent[]): Html =>
  table<OutboundEvent>(
    'Events of the endpoint and their deliveries',
    [
      { name: 'Event', kind: 'main', cell: ({ type }) => html`<code>${type}</code>` },
      { name: 'Created', cell: ({ created_at }) => timeTag(created_at, frame.now) },
      { name: 'State', cell: ({ status }) => eventBadge(status) },
      { name: 'Last response', kind: 'short', cell: lastResponse },
      { name: 'Attempts', kind: 'number', cell: ({ attempts }) => String(attempts.length) },
    ],
    events,
  )

function lastResponse({ attempts }: OutboundEvent): Part {
  const last = attempts.at(-1)
  if (last === undefined) return 'none yet'
  const result = last.status === undefined ? (last.reason ?? '').replaceAll('_', ' ') : String(last.status)
  return `${result} after ${counted(last.took_ms, 'ms', 'ms')}`
}
