import { fault } from '@pagebell/faults/fault'
import { type Static, Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { storedProjectName } from '@pagebell/urls/project-name'
import { utcTime } from './utc-time.ts'

export const deliveryStates = ['pending', 'delivered', 'retrying', 'held', 'rejected', 'dropped', 'set_aside'] as const

/** As the API's delivery log, over one project or all. Times are of UTC, as a browser's date field writes them. */
export const deliveryFilters = Type.Object({
  project: Type.Optional(Type.String({ maxLength: 253 })),
  status: Type.Optional(Type.String({ enum: [...deliveryStates] })),
  channel: Type.Optional(Type.String({ maxLength: 30 })),
  url: Type.Optional(Type.String({ maxLength: 2_048 })),
  batch: Type.Optional(Type.String({ format: 'uuid' })),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  until: Type.Optional(Type.String({ maxLength: 40 })),
  per_page: Type.Integer({ enum: [10, 25, 50, 100], default: 25 }),
  cursor: Type.Optional(Type.String({ maxLength: 2_000 })),
})

export type DeliveryFilters = Static<typeof deliveryFilters>

/** The filters in the service's words. Throws fault invalid on what cannot be read. */
export function wantedDeliveries({ batch, project, url, from, until, ...filters }: DeliveryFilters) {
  return {
    ...filters,
    ...(batch === undefined ? {} : { batch_id: batch }),
    // A host that cannot name a project names none.
    ...(project === undefined ? {} : { project: storedProjectName(project.trim()) ?? project }),
    ...(url === undefined ? {} : { url: asSent(url) }),
    ...(from === undefined ? {} : { from: utcTime('from', from) }),
    ...(until === undefined ? {} : { until: utcTime('until', until) }),
  }
}

/** Deliveries are kept under the URL as it was sent to the engine. */
function asSent(written: string): string {
  const normalised = normaliseUrl(written.trim())
  if (normalised.ok) return normalised.url
  throw fault('invalid', `The URL cannot be used: ${normalised.reason}.`, { errors: { url: [normalised.reason] } })
}
