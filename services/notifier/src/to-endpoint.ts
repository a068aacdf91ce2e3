import type { EndpointRow } from './queries/endpoint-columns.ts'
import type { EventRow } from './queries/event-columns.ts'

/** Absent in the protocol is null in the table; a secret whose grace is over is not told of. */
export function toEndpoint(row: EndpointRow, now = Date.now()) {
  const { failing_since, disabled_reason, disabled_at, note, previous_last_four, previous_until, ...certain } = row
  const stillSigns = previous_until !== null && Date.parse(previous_until) > now
  return {
    ...certain,
    enabled: disabled_at === null,
    ...(failing_since !== null && { failing_since }),
    ...(disabled_reason !== null && { disabled_reason }),
    ...(disabled_at !== null && { disabled_at }),
    ...(note !== null && { note }),
    ...(stillSigns && previous_last_four !== null && { previous_last_four, previous_until }),
  }
}

export function toEvent({ next_at, tries, ...certain }: EventRow) {
  return {
    ...certain,
    ...(next_at !== null && { next_at }),
    attempts: tries.map(({ status, reason, ...tried }) => ({
      ...tried,
      ...(status !== null && { status }),
      ...(reason !== null && { reason }),
    })),
  }
}
