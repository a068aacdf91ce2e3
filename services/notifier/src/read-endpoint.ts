import { fault } from '@pagebell/faults/fault'
import { eventTypes } from '@pagebell/outbound-events/event-types'
import { parseRange } from '@pagebell/safe-fetch/blocked-ranges'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { judgeUrl } from '@pagebell/safe-fetch/judge-url'
import { isUuid } from './read-request.ts'

/** Whose endpoint a request is about. Throws fault not_found for what cannot be one. */
export function readEndpointPlace({ account_id, project_id }: { account_id: string; project_id: string }) {
  if (!isUuid(account_id) || !isUuid(project_id)) throw noEndpoint()
  return { accountId: account_id, projectId: project_id }
}

export const noEndpoint = () => fault('not_found', 'The project has no endpoint for events.')

/** The address in one spelling. Throws fault invalid for one that would never be reached. */
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

/** The chosen events in one order; all for none. Throws fault invalid for one that there is not. */
export function readEvents(given: readonly string[]): string[] {
  const unknown = given.filter((one) => !(eventTypes as readonly string[]).includes(one))
  if (unknown.length > 0)
    throw fault('invalid', 'There is no such event.', { errors: { events: [`Use some of ${eventTypes.join(', ')}.`] } })
  return given.length === 0 ? [...eventTypes] : eventTypes.filter((one) => given.includes(one))
}
