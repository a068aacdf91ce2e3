import { Type } from '@pagebell/schema/type'
import { problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { oneOf, onlyThese } from '../json-types.ts'
import { list, pageFacts, paging, place } from '../list-page.ts'
import { projectJson, toProjectJson } from '../project-json.ts'

const querystring = Type.Object(
  {
    search: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name, in any case.' }),
    ),
    search_by: oneOf(['project'], { default: 'project' }),
    sort_by: oneOf(['created_at', 'project'], { default: 'created_at' }),
    sort: oneOf(['desc', 'asc'], { default: 'desc' }),
    ...paging,
  },
  onlyThese,
)

export const listProjects: Route = (app, { peers, publicUrl }) => {
  const schema = {
    operationId: 'listProjects',
    summary: 'List projects',
    tags: ['projects'],
    querystring,
    response: { 200: list(projectJson), ...problems('forbidden') },
  }

  app.get('/projects', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const wanted = { account_id: callerOf(request).accountId, ...request.query, ...place(request.query) }
    const found = await peers.projects.listProjects(wanted)
    const data = found.projects.map(toProjectJson)
    return {
      data,
      ...pageFacts(publicUrl('/api/v1/projects'), request.url, request.query, data.length, found),
      status: 200 as const,
    }
  })
}
