import { fault } from '@pagebell/faults/fault'
import { isId } from '@pagebell/faults/ids'
import { eventTypes } from '@pagebell/outbound-events/event-types'
import { parseRange } from '@pagebell/safe-fetch/blocked-ranges'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { judgeUrl } from '@pagebell/safe-fetch/judge-url'
import type { EndpointRow } from './endpoints.sql.ts'

/** The project whose endpoint a request is about. Throws fault not_found for what cannot be one. */
export function readEndpointPlace({ account_id, project_id }: { account_id: string; project_id: string }) {
  if (!isId(account_id) || !isId(project_id)) throw noEndpoint()
  return { accountId: account_id, projectId: project_id }
}

export const noEndpoint = () => fault('not_found', 'The project has no endpoint for events.')

/** The URL, normalised. Throws fault invalid for one that may not be reached. */
export function readEndpointUrl(text: string, allow: readonly string[]): string {
  try {
    const ranges = allow.map((range) => parseRange(range))
    return judgeUrl(text, ranges).url.href
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const allowed = `Use http:// or https:// and an address of the public web. ${error.message}`
    throw fault('invalid', `url cannot be used: ${error.message}`, { errors: { url: [allowed] } })
  }
}

/** The chosen event types in their usual order; all for none. Throws fault invalid for an unknown one. */
export function readEventTypes(chosen: readonly string[]): string[] {
  const unknown = chosen.filter((one) => !(eventTypes as readonly string[]).includes(one))
  if (unknown.length > 0)
    throw fault('invalid', 'There is no such event.', { errors: { events: [`Use some of ${eventTypes.join(', ')}.`] } })
  return chosen.length === 0 ? [...eventTypes] : eventTypes.filter((one) => chosen.includes(one))
}

/** Null in the table is absent in the protocol, as is a previous secret whose grace period is over. */
export function toEndpoint(row: EndpointRow, now = Date.now()) {
  const { failing_since, disabled_reason, disabled_at, note, previous_last_four, previous_until, ...always } = row
  const stillSigns = previous_until !== null && Date.parse(previous_until) > now
  return {
    ...always,
    enabled: disabled_at === null,
    ...(failing_since !== null && { failing_since }),
    ...(disabled_reason !== null && { disabled_reason }),
    ...(disabled_at !== null && { disabled_at }),
    ...(note !== null && { note }),
    ...(stillSigns && previous_last_four !== null && { previous_last_four, previous_until }),
  }
}
