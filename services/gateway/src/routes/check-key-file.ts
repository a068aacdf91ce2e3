import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { keyFileJson, toKeyFileJson } from '../channel-json.ts'
import { findProject } from '../find-project.ts'
import { onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'

const body = named(
  'CheckKeyFile',
  Type.Object(
    {
      host: Type.Optional(
        Type.String({ minLength: 1, maxLength: 300, description: 'A host of the project; its own if left out.' }),
      ),
    },
    { ...onlyThese, description: 'The host to look at.', examples: [{ host: 'www.example.com' }] },
  ),
)

export const checkKeyFile: Route = (app, { peers }) => {
  const schema = {
    operationId: 'checkKeyFile',
    summary: 'Look now whether the IndexNow key file is served',
    description: 'Hosts whose URLs are submitted are looked at every hour by themselves.',
    tags: ['channels'],
    consumes: formOrJson,
    params: pathOf('project'),
    body,
    response: { 200: one(keyFileJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  const path = '/projects/:project/channels/indexnow/check'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const host = request.body.host ?? project
    const seen = await peers.channelCare.checkKeyFile({ account_id, project_id, host })
    return { data: toKeyFileJson(seen), status: 200 as const }
  })
}
