import { Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { deliveryJson, toDeliveryJson } from '../delivery-json.ts'
import { deliveryFilters, readFilters } from '../delivery-list.ts'
import { onlyThese } from '../json-types.ts'
import { cursorFacts, cursorList } from '../list-page.ts'

const querystring = Type.Object(
  {
    project: Type.Optional(Type.String({ minLength: 1, maxLength: 253, description: 'Its exact name.' })),
    ...deliveryFilters,
  },
  onlyThese,
)

export const listAllDeliveries: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'listAllDeliveries',
    summary: 'What became of every submitted URL of all projects, newest first',
    tags: ['deliveries'],
    querystring,
    response: { 200: cursorList(deliveryJson), ...problems('forbidden') },
  }

  app.get('/deliveries', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { project: written, ...query } = request.query
    const filters = readFilters(query)
    const project = written === undefined ? {} : { project: storedProjectName(written) ?? written }
    const wanted = { account_id: callerOf(request).accountId, ...project, ...filters }
    const found = await peers.deliveries.listDeliveries(wanted)
    return {
      data: found.deliveries.map(toDeliveryJson),
      ...cursorFacts(publicUrl('/api/v1/deliveries'), request.url, filters.per_page, found.next_cursor),
      status: 200 as const,
    }
  })
}
