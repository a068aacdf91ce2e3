import { channelIds } from '@pagebell/channel-settings/all-channels'
import { deliveryStatuses } from '@pagebell/channel-settings/delivery-statuses'
import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { normaliseUrl } from '@pagebell/urls/normalise-url'
import { storedProjectName } from '@pagebell/urls/project-name'
import { callerOf } from '../auth/caller.ts'
import { one, pathParams, problems } from '../http/answers.ts'
import { cursorEnvelope, cursorList, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { oneOf, onlyThese } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'
import { attemptJson, deliveryJson, toAttemptJson, toDeliveryJson } from './delivery-json.ts'

/** The filters of a list of deliveries, of one project or of all. */
const deliveryFilters = {
  status: Type.Optional(oneOf(deliveryStatuses)),
  channel: Type.Optional(oneOf(channelIds)),
  url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_048, description: 'The exact URL, in any spelling.' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'A part of the URL as it is stored, in any case. A page may have few or no entries and go on by links.next: each call searches a portion of the log.',
    }),
  ),
  batch: Type.Optional(Type.String({ format: 'uuid', description: 'batch_id of the webhook’s response.' })),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Submitted at or after this time.' })),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Submitted before this time.' })),
  per_page: paging.per_page,
  cursor: paging.cursor,
}

type Filters = { batch?: string; url?: string }

/** The filters of a query as fields of the notifier's request. */
function readFilters<Query extends Filters>({ batch, url, ...filters }: Query) {
  return {
    ...filters,
    ...(url === undefined ? {} : { url: asSent(url) }),
    ...(batch === undefined ? {} : { batch_id: batch }),
  }
}

/** Deliveries are stored by the normalised URL that is sent to engines. */
function asSent(url: string): string {
  const normalised = normaliseUrl(url)
  if (normalised.ok) return normalised.url
  throw fault('invalid', `url cannot be used: ${normalised.reason}.`, { errors: { url: [normalised.reason] } })
}

const listAllQuery = Type.Object(
  {
    project: Type.Optional(Type.String({ minLength: 1, maxLength: 253, description: 'Its exact name.' })),
    ...deliveryFilters,
  },
  onlyThese,
)

const listAllDeliveries: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listAllDeliveries',
    summary: 'List the deliveries of all projects, newest first',
    querystring: listAllQuery,
    response: { 200: cursorList(deliveryJson), ...problems('forbidden') },
  }

  app.get('/deliveries', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project: name, ...query } = request.query
    const filters = readFilters(query)
    const project = name === undefined ? {} : { project: storedProjectName(name) ?? name }
    const page = await clients.deliveries.listDeliveries({ account_id, ...project, ...filters })
    return {
      data: page.deliveries.map(toDeliveryJson),
      ...cursorEnvelope(publicUrl('/api/v1/deliveries'), request.url, filters.per_page, page.next_cursor),
      status: 200 as const,
    }
  })
}

const listDeliveries: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a project, newest first',
    params: pathParams('project'),
    querystring: Type.Object(deliveryFilters, onlyThese),
    response: { 200: cursorList(deliveryJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/deliveries', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const filters = readFilters(request.query)
    const { account_id, project } = await projectOfPath(clients, request)
    const page = await clients.deliveries.listDeliveries({ account_id, project, ...filters })
    const path = publicUrl(`/api/v1/projects/${project}/deliveries`)
    return {
      data: page.deliveries.map(toDeliveryJson),
      ...cursorEnvelope(path, request.url, filters.per_page, page.next_cursor),
      status: 200 as const,
    }
  })
}

const listAttempts: Route = (app, { clients }) => {
  const schema = {
    operationId: 'listAttempts',
    summary: 'List the attempts of a delivery, with the responses of the engine',
    description:
      'Oldest first; the newest 100 only. A requeue resets the attempt count of the delivery, not this list.',
    params: pathParams('project', 'delivery'),
    response: { 200: one(Type.Array(attemptJson)), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/deliveries/:delivery/attempts'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { delivery: delivery_id } = request.params
    const { account_id, project } = await projectOfPath(clients, request)
    const { attempts } = await clients.deliveries.getDelivery({ account_id, project, delivery_id })
    return { data: attempts.map(toAttemptJson), status: 200 as const }
  })
}

export default { tag: 'deliveries', routes: [listAllDeliveries, listDeliveries, listAttempts] } satisfies RoutesFile
