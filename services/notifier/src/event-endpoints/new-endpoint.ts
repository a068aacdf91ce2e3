import { randomUUIDv7 } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import { type EventFormat, emailFormat } from '@pagebell/outbound-events/event-formats'
import type { Queryable } from '@pagebell/postgres/database'
import type { Idempotency__Output as Idempotency } from '@pagebell/protos/notifier/v1/event_endpoints'
import type { Seal } from '@pagebell/tokens/seal'
import { lastFour } from '@pagebell/tokens/token'
import { isDeleted, lockProject } from '../projects/projects.sql.ts'
import { askConfirmation } from './email/ask-confirmation.ts'
import { storeAddress } from './endpoint-address.ts'
import { mintSecret, sealSecret } from './endpoint-secrets.ts'
import { findEndpoint, insertEndpoint, listCreators, listEndpoints, type ProjectPlace } from './endpoints.sql.ts'
import { keyOf, toEndpoint } from './event-endpoint.ts'
import { refuseRepetition } from './secret-requests.ts'

/**
 * Keeps the project from being deleted, and others from adding to it. Refused for one that is being or has been
 * deleted: its endpoints would outlive it.
 */
export async function lockLivingProject(q: Queryable, { accountId, projectId }: ProjectPlace): Promise<void> {
  await lockProject(q, projectId, 'alone')
  if (await isDeleted(q, accountId, projectId)) throw fault('not_found', 'There is no such project.')
}

type NewEndpoint = {
  project: string
  name: string
  format: EventFormat
  url: string
  events: string[]
  idempotency?: Idempotency | null
}
type InsertTools = { q: Queryable; seal: Seal; maxEndpoints: number }

/** Adds an endpoint to a locked project. */
export async function insertNewEndpoint(
  { q, seal, maxEndpoints }: InsertTools,
  place: ProjectPlace,
  { idempotency, ...settings }: NewEndpoint,
) {
  const createdBy = idempotency ? refuseRepetition(await listCreators(q, place), idempotency) : undefined
  if ((await listEndpoints(q, place)).length >= maxEndpoints) throw tooManyEndpoints(maxEndpoints)
  const [id, secret] = [randomUUIDv7(), mintSecret()]
  const key = keyOf(settings.name, place, id)
  const at = { account_id: place.accountId, key, id }
  const secrets = { sealed: sealSecret(seal, at, secret), lastFour: lastFour(secret), createdBy }
  const address = storeAddress(seal, at, settings.format, settings.url)
  const row = await insertEndpoint(q, { ...place, ...settings, ...address, ...secrets, key, id })
  if (row === undefined) throw nameTaken(settings.name)
  if (settings.format !== emailFormat) return { endpoint: toEndpoint(row), secret }
  await askConfirmation(q, at)
  const asked = await findEndpoint(q, { ...place, endpointId: id })
  if (asked === undefined) throw new Error('A new endpoint could not be read.')
  return { endpoint: toEndpoint(asked), secret: '' }
}

const tooManyEndpoints = (limit: number) =>
  fault('conflict', `A project can have at most ${limit} event endpoints. Delete one first.`, {
    code: 'too_many_endpoints',
    details: { limit },
  })

function nameTaken(name: string) {
  const text = `${name} is the name of an endpoint that the project has already`
  return fault('conflict', `${text}.`, { code: 'name_taken', errors: { name: [text] } })
}
