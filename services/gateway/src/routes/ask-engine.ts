import { Type } from '@pagebell/schema/type'
import { one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { onlyThese } from '../json-types.ts'

const querystring = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2_048, description: 'A URL of the project.' }) },
  onlyThese,
)
const known = Type.Object({
  status: Type.Integer({ description: 'The engine’s HTTP status; Google answers 404 for what it was never told.' }),
  text: Type.String({ description: 'Its words, at most 2 KB.' }),
})

export const askEngine: Route = (app, { peers }) => {
  const schema = {
    operationId: 'askEngine',
    summary: 'What an engine itself knows of a URL',
    description: 'Google tells when it was notified last. Other engines do not say: 404.',
    tags: ['channels'],
    params: pathOf('project', 'channel'),
    querystring,
    response: { 200: one(known), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/channels/:channel/known'
  app.get(path, { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { channel } = request.params
    const { project_id } = await findProject(peers, account_id, request.params.project)
    const { url } = request.query
    const { status, text } = await peers.channelCare.askEngine({ account_id, project_id, channel, url })
    return { data: { status, text }, status: 200 as const }
  })
}
