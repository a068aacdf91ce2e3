import { Type } from '@pagebell/schema/type'
import { pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { deliveryJson, toDeliveryJson } from '../delivery-json.ts'
import { deliveryFilters, readFilters } from '../delivery-list.ts'
import { findProject } from '../find-project.ts'
import { onlyThese } from '../json-types.ts'
import { cursorFacts, cursorList } from '../list-page.ts'

export const listDeliveries: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'listDeliveries',
    summary: 'What became of every URL submitted for a project, newest first',
    tags: ['deliveries'],
    params: pathOf('project'),
    querystring: Type.Object(deliveryFilters, onlyThese),
    response: { 200: cursorList(deliveryJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/deliveries', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const filters = readFilters(request.query)
    const { project } = await findProject(peers, account_id, request.params.project)
    const found = await peers.deliveries.listDeliveries({ account_id, project, ...filters })

    const path = publicUrl(`/api/v1/projects/${project}/deliveries`)
    return {
      data: found.deliveries.map(toDeliveryJson),
      ...cursorFacts(path, request.url, filters.per_page, found.next_cursor),
      status: 200 as const,
    }
  })
}
