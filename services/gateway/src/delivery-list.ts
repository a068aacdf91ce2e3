import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { deliveryStates } from './delivery-json.ts'
import { oneOf } from './json-types.ts'
import { paging } from './list-page.ts'

/** The filters of a list of deliveries, of one project or of all. */
export const deliveryFilters = {
  status: Type.Optional(oneOf(deliveryStates)),
  channel: Type.Optional(oneOf(channelIds)),
  url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_048, description: 'The exact URL, in any spelling.' })),
  batch: Type.Optional(Type.String({ format: 'uuid', description: 'batch_id of the webhook’s answer.' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Submitted then or later.' })),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Submitted before then.' })),
  per_page: paging.per_page,
  cursor: paging.cursor,
}

type Named = { batch?: string; url?: string }

/** A query as the notifier takes it. */
export function readFilters<Query extends Named>({ batch, url, ...filters }: Query) {
  return {
    ...filters,
    ...(url === undefined ? {} : { url: asSent(url) }),
    ...(batch === undefined ? {} : { batch_id: batch }),
  }
}

/** Deliveries are kept under the URL as it was sent to the engine. */
function asSent(written: string): string {
  const normalised = normaliseUrl(written)
  if (normalised.ok) return normalised.url
  throw fault('invalid', `url cannot be used: ${normalised.reason}.`, { errors: { url: [normalised.reason] } })
}
