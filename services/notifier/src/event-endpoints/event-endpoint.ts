import { fault } from '@pagebell/faults/fault'
import { parseId } from '@pagebell/faults/ids'
import { emailFormat } from '@pagebell/outbound-events/event-formats'
import { parseRange } from '@pagebell/safe-fetch/blocked-ranges'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { judgeUrl } from '@pagebell/safe-fetch/judge-url'
import type { EndpointPlace, EndpointRow, ProjectPlace } from './endpoints.sql.ts'
import { subscribedEvents } from './subscribed-events.ts'

/** The name of the endpoint that the deprecated routes and the version before know. It cannot be given away. */
export const defaultName = 'default'
const maxNameLength = 100

type ProjectIds = { account_id: string; project_id: string }

/** The project that a request is about. Throws fault not_found for what cannot be one. */
export function readProjectPlace({ account_id, project_id }: ProjectIds): ProjectPlace {
  const [accountId, projectId] = [parseId(account_id), parseId(project_id)]
  if (accountId === undefined || projectId === undefined) throw noEndpoint()
  return { accountId, projectId }
}

/** The endpoint that a request is about. Throws fault not_found for what cannot be one. */
export function readEndpointPlace(request: ProjectIds & { endpoint_id: string }): EndpointPlace {
  const endpointId = parseId(request.endpoint_id)
  if (endpointId === undefined) throw noEndpoint()
  return { ...readProjectPlace(request), endpointId }
}

/** Another account's endpoint is as absent as one that does not exist. */
export const noEndpoint = () =>
  fault('not_found', 'The project has no such endpoint for events.', { code: 'no_endpoint' })

/** The key of a new endpoint in the tables (ADR 73). */
export const keyOf = (name: string, { projectId }: ProjectPlace, id: string): string =>
  name === defaultName ? projectId : id

/** The host of a URL, or the address after mailto:. */
const nameOf = (url: string): string => (new URL(url).host || url.slice(url.indexOf(':') + 1)).slice(0, maxNameLength)

/** The name, by default the host of the URL. Throws fault invalid. */
export function readEndpointName(given: string | undefined, url: string): string {
  const name = (given ?? nameOf(url)).trim()
  if (name.length > 0 && name.length <= maxNameLength && !/\p{Cc}/u.test(name)) return name
  const allowed = `must be 1 to ${maxNameLength} characters in one line`
  throw fault('invalid', `name ${allowed}.`, { errors: { name: [allowed] } })
}

/** Throws fault invalid: the endpoint named default keeps its name, and no other takes it. */
export function requireSameDefault(before: string, after: string): void {
  if (before === after || (before !== defaultName && after !== defaultName)) return
  const text =
    before === defaultName
      ? 'cannot be changed: the routes of the version before use the endpoint named default'
      : 'cannot be default: add an endpoint of this name instead'
  throw fault('invalid', `name ${text}.`, { errors: { name: [text] } })
}

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

/** Null in the table is absent in the protocol, as is a previous secret whose grace period is over. */
export function toEndpoint({ key: _key, ...row }: EndpointRow, now = Date.now()) {
  const { failing_since, disabled_reason, disabled_at, note, previous_last_four, previous_until, ...always } = row
  const stillSigns = previous_until !== null && Date.parse(previous_until) > now
  return {
    ...always,
    // Of e-mail it is the source of the links, and no one has to recognise it.
    last_four: row.format === emailFormat ? '' : row.last_four,
    ...subscribedEvents(row.events),
    enabled: disabled_at === null,
    ...(failing_since !== null && { failing_since }),
    ...(disabled_reason !== null && { disabled_reason }),
    ...(disabled_at !== null && { disabled_at }),
    ...(note !== null && { note }),
    ...(stillSigns && previous_last_four !== null && { previous_last_four, previous_until }),
  }
}
