import { deliveryStatuses } from '@pagebell/channel-settings/delivery-statuses'
import { fault } from '@pagebell/faults/fault'
import { type Static, Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { storedProjectName } from '@pagebell/urls/project-name'
import { pagingFields, utcTime } from './fields.ts'

/** As in the API's delivery log, over one project or all. Times are UTC, in the format of a browser's date field. */
export const deliveryFilters = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 253 })),
  status: Type.Optional(Type.String({ enum: [...deliveryStatuses] })),
  channel: Type.Optional(Type.String({ maxLength: 30 })),
  /** A part of the URL. */
  search: Type.Optional(Type.String({ maxLength: 2_048 })),
  /** The whole URL, in any spelling. */
  url: Type.Optional(Type.String({ maxLength: 2_048 })),
  batch: Type.Optional(Type.String({ format: 'uuid' })),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  until: Type.Optional(Type.String({ maxLength: 40 })),
  per_page: pagingFields.per_page,
  cursor: pagingFields.cursor,
})

export type DeliveryFilters = Static<typeof deliveryFilters>

/** The filters by which deliveries are counted: all but the status, and without the search, which cannot be counted. */
export function countQuery({ status: _status, search: _search, url: _url, ...filters }: DeliveryFilters) {
  const { per_page: _rows, cursor: _cursor, ...query } = deliveryQuery(filters)
  return query
}

/** The filters as the notifier takes them. Throws fault invalid on a field that cannot be read. */
export function deliveryQuery({ batch, project, search, url, from, until, ...filters }: DeliveryFilters) {
  return {
    ...filters,
    ...(batch === undefined ? {} : { batch_id: batch }),
    // A host that cannot name a project finds nothing.
    ...(project === undefined ? {} : { project: storedProjectName(project.trim()) ?? project }),
    ...(search === undefined ? {} : { search: asciiPart(search.trim()) }),
    ...(url === undefined ? {} : { url: submittedUrl(url) }),
    ...(from === undefined ? {} : { from: utcTime('from', from) }),
    ...(until === undefined ? {} : { until: utcTime('until', until) }),
  }
}

/** A part of a URL as it is stored: letters outside ASCII are percent-encoded there. */
const asciiPart = (text: string): string =>
  text.replace(/[^\x20-\x7e]+/g, (letters) => encodeURIComponent(letters.toWellFormed()))

/** Deliveries are stored under the URL as it is sent to the engine. */
function submittedUrl(text: string): string {
  const normalised = normaliseUrl(text.trim())
  if (normalised.ok) return normalised.url
  throw fault('invalid', `The URL cannot be used: ${normalised.reason}.`, { errors: { url: [normalised.reason] } })
}
