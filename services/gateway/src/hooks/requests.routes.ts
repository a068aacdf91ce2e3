import { Type } from '@pagebell/schema/type'
import { pathParams, problems } from '../http/answers.ts'
import { cursorEnvelope, cursorList, paging } from '../http/pagination.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { oneOf, onlyThese } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'
import { requestJson, toRequestJson } from './request-json.ts'

const query = Type.Object(
  {
    outcome: Type.Optional(
      oneOf(['answered', 'refused'], { description: 'refused: answered with an error. All if omitted.' }),
    ),
    per_page: paging.per_page,
    cursor: paging.cursor,
  },
  onlyThese,
)

const listRequests: Route = (app, { clients, publicUrl }) => {
  const schema = {
    operationId: 'listRequests',
    summary: "List the calls of a project's webhook in the last seven days, newest first",
    description:
      'With those that were refused, and why. An entry appears within two seconds. Calls with a token that is not accepted belong to no project and are not listed.',
    params: pathParams('project'),
    querystring: query,
    response: { 200: cursorList(requestJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/requests', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { outcome, per_page, cursor } = request.query
    const { account_id, project_id, project } = await projectOfPath(clients, request)
    const refused = outcome === undefined ? undefined : outcome === 'refused'
    const page = await clients.requests.listRequests({
      account_id,
      project_id,
      refused,
      source_id: undefined,
      per_page,
      cursor,
    })
    const listUrl = publicUrl(`/api/v1/projects/${project}/requests`)
    return {
      data: page.requests.map(toRequestJson),
      ...cursorEnvelope(listUrl, request.url, per_page, page.next_cursor),
      status: 200 as const,
    }
  })
}

export default { tag: 'hooks', routes: [listRequests] } satisfies RoutesFile
