import { fault } from '@pagebell/faults/fault'
import type { Waiting__Output as Waiting } from '@pagebell/protos/intake/v1/intake'
import { type Static, Type } from '@pagebell/schema/type'
import { named, timeOrNull } from '../http/schemas.ts'

export const waitingJson = named(
  'Waiting',
  Type.Object(
    {
      urls: Type.Integer({ description: 'Each counted once for each channel, as the quota does.' }),
      oldest_at: timeOrNull('Since when the first of them has waited; null if none does.'),
    },
    { description: 'URLs that wait for the quota. They are submitted when it has room for them.' },
  ),
)

/** Throws fault `internal` if intake has left it out. */
export function toWaitingJson(waiting: Waiting | null | undefined): Static<typeof waitingJson> {
  if (waiting === null || waiting === undefined) throw fault('internal', 'intake did not answer what waits')
  return { urls: waiting.urls, oldest_at: waiting.oldest_at ?? null }
}
