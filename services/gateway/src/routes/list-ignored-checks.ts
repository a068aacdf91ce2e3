import { Type } from '@pagebell/schema/type'
import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { ignoredCheckJson, toIgnoredCheckJson } from '../ignored-check-json.ts'

export const listIgnoredChecks: Route = (app, { peers }) => {
  const schema = {
    operationId: 'listIgnoredChecks',
    summary: 'The checks that a project leaves out of its scores',
    tags: ['projects'],
    params: pathOf('project'),
    response: { 200: one(Type.Array(ignoredCheckJson)), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/ignored-checks', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project } = await findProject(peers, account_id, request.params.project)
    const { ignored_checks } = await peers.ignoredChecks.listIgnoredChecks({ account_id, project })
    return { data: ignored_checks.map(toIgnoredCheckJson), status: 200 as const }
  })
}
