import { Type } from '@pagebell/schema/type'
import { deleted, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { ignoredOn } from '../ignored-check-json.ts'
import { onlyThese } from '../json-types.ts'

export const deleteIgnoredCheck: Route = (app, { peers }) => {
  const schema = {
    operationId: 'deleteIgnoredCheck',
    summary: 'Count a check again',
    tags: ['projects'],
    params: pathOf('project', 'check'),
    querystring: Type.Object({ url: ignoredOn }, onlyThese),
    response: { 200: deleted('ignored_check'), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/ignored-checks/:check'
  app.delete(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project } = await findProject(peers, account_id, request.params.project)
    const ignored = { account_id, project, check: request.params.check, ...request.query }
    const { check } = await peers.ignoredChecks.deleteIgnoredCheck(ignored)
    return { id: check, object: 'ignored_check' as const, deleted: true as const, status: 200 as const }
  })
}
