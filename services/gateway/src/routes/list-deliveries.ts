import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { deliveryJson, deliveryStates, toDeliveryJson } from '../delivery-json.ts'
import { findProject } from '../find-project.ts'
import { oneOf, onlyThese, textOrNull } from '../json-types.ts'
import { linkTo, paging } from '../list-page.ts'

const querystring = Type.Object(
  {
    status: Type.Optional(oneOf(deliveryStates)),
    channel: Type.Optional(oneOf(channelIds)),
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_048, description: 'The exact URL, in any spelling.' })),
    batch: Type.Optional(Type.String({ format: 'uuid', description: 'batch_id of the webhook’s answer.' })),
    from: Type.Optional(Type.String({ format: 'date-time', description: 'Submitted then or later.' })),
    until: Type.Optional(Type.String({ format: 'date-time', description: 'Submitted before then.' })),
    per_page: paging.per_page,
    cursor: paging.cursor,
  },
  onlyThese,
)

const page = Type.Object({
  data: Type.Array(deliveryJson),
  links: Type.Object({ first: Type.String(), next: textOrNull() }),
  meta: Type.Object({ per_page: Type.Integer(), path: Type.String(), next_cursor: textOrNull() }),
  status: Type.Literal(200),
})

export const listDeliveries: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'listDeliveries',
    summary: 'What became of every submitted URL, newest first',
    tags: ['deliveries'],
    params: pathOf('project'),
    querystring,
    response: { 200: page, ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/deliveries', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { batch, url, ...filters } = request.query
    const { accountId: account_id } = callerOf(request)
    const named = {
      ...(url === undefined ? {} : { url: asSent(url) }),
      ...(batch === undefined ? {} : { batch_id: batch }),
    }
    const { project } = await findProject(peers, account_id, request.params.project)
    const found = await peers.deliveries.listDeliveries({ account_id, project, ...filters, ...named })

    const path = publicUrl(`/api/v1/projects/${project}/deliveries`)
    const next_cursor = found.next_cursor ?? null
    const next = next_cursor === null ? null : linkTo(path, request.url, { cursor: next_cursor })
    return {
      data: found.deliveries.map(toDeliveryJson),
      links: { first: linkTo(path, request.url, {}), next },
      meta: { per_page: filters.per_page, path, next_cursor },
      status: 200 as const,
    }
  })
}

/** Deliveries are kept under the URL as it was sent to the engine. */
function asSent(written: string): string {
  const normalised = normaliseUrl(written)
  if (normalised.ok) return normalised.url
  throw fault('invalid', `url cannot be used: ${normalised.reason}.`, { errors: { url: [normalised.reason] } })
}
