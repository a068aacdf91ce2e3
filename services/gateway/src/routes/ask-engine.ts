import { Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Api, Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { findProject } from '../find-project.ts'
import { onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'

export const askedUrl = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2_048, description: 'A URL of the project.' }) },
  onlyThese,
)
export const known = named(
  'EngineAnswer',
  Type.Object(
    {
      status: Type.Integer({ description: 'The engine’s HTTP status; Google answers 404 for what it was never told.' }),
      text: Type.String({ description: 'Its words, at most 2 KB.' }),
    },
    { description: 'What an engine answered.' },
  ),
)
export const knownPath = '/projects/:project/channels/:channel/known'

/** A question uses the engine's quota for requests, which belongs to the project's own credentials: it takes `projects:write`. */
export const askEngine: Route = (app, tools) => {
  const schema = {
    operationId: 'askEngine',
    summary: 'What an engine itself knows of a URL',
    description:
      'Google tells when it was notified last. Other engines do not say: 404. Each question uses the quota of requests that the engine gives you.',
    tags: ['channels'],
    consumes: formOrJson,
    params: pathOf('project', 'channel'),
    body: askedUrl,
    response: { 200: one(known), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }
  app.post(knownPath, { schema, config: { scope: 'projects:write' } }, (request) => {
    const { accountId } = callerOf(request)
    return ask(tools, { accountId, ...request.params, url: request.body.url })
  })
}

type Question = { accountId: string; project: string; channel: string; url: string }

export async function ask({ peers }: Api, { accountId: account_id, project, channel, url }: Question) {
  const { project_id } = await findProject(peers, account_id, project)
  const { status, text } = await peers.channelCare.askEngine({ account_id, project_id, channel, url })
  return { data: { status, text }, status: 200 as const }
}
