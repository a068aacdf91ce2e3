import { outsideDeadlineMs } from '@pagebell/rpc/connect-rpc'
import { Type } from '@pagebell/schema/type'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import type { Api, Route, RoutesFile } from '../http/routes.ts'
import { named, onlyThese } from '../http/schemas.ts'
import { findProject, projectOfPath } from '../projects/project.ts'
import { keyFileJson, toKeyFileJson } from './channel.ts'

const checkBody = named(
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

const checkKeyFile: Route = (app, { clients }) => {
  const schema = {
    operationId: 'checkKeyFile',
    summary: 'Look now whether the IndexNow key file is served',
    description: 'Hosts whose URLs are submitted are looked at every hour by themselves.',
    consumes: formOrJson,
    params: pathParams('project'),
    body: checkBody,
    response: { 200: one(keyFileJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  const path = '/projects/:project/channels/indexnow/check'
  app.post(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const host = request.body.host ?? project
    const keyFile = await clients.channelCare.checkKeyFile(
      { account_id, project_id, host },
      { deadlineMs: outsideDeadlineMs },
    )
    return { data: toKeyFileJson(keyFile), status: 200 as const }
  })
}

const urlField = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2_048, description: 'A URL of the project.' }) },
  onlyThese,
)
const engineAnswer = named(
  'EngineAnswer',
  Type.Object(
    {
      status: Type.Integer({ description: 'The engine’s HTTP status; Google answers 404 for what it was never told.' }),
      text: Type.String({ description: 'Its words, at most 2 KB.' }),
    },
    { description: 'What an engine answered.' },
  ),
)
const knownPath = '/projects/:project/channels/:channel/known'

/** Needs `projects:write`: each call uses the quota that the engine gives the project's credentials. */
const askEngine: Route = (app, tools) => {
  const schema = {
    operationId: 'askEngine',
    summary: 'What an engine itself knows of a URL',
    description:
      'Google tells when it was notified last. Other engines do not say: 404. Each question uses the quota of requests that the engine gives you.',
    consumes: formOrJson,
    params: pathParams('project', 'channel'),
    body: urlField,
    response: { 200: one(engineAnswer), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }
  app.post(knownPath, { schema, config: { scope: 'projects:write' } }, (request) => {
    const { accountId } = callerOf(request)
    return ask(tools, { accountId, ...request.params, url: request.body.url })
  })
}

type EngineRequest = { accountId: string; project: string; channel: string; url: string }

async function ask({ clients }: Api, { accountId: account_id, project, channel, url }: EngineRequest) {
  const { project_id } = await findProject(clients, account_id, project)
  const { status, text } = await clients.channelCare.askEngine(
    { account_id, project_id, channel, url },
    { deadlineMs: outsideDeadlineMs },
  )
  return { data: { status, text }, status: 200 as const }
}

/** The older form, with the same scope since it uses the same quota. */
const askEngineByGet: Route = (app, tools) => {
  const schema = {
    operationId: 'askEngineByGet',
    summary: 'What an engine itself knows of a URL (use POST)',
    description: 'As POST, and kept for clients of before: programs repeat a GET by themselves, which costs quota.',
    deprecated: true,
    params: pathParams('project', 'channel'),
    querystring: urlField,
    response: { 200: one(engineAnswer), ...problems('forbidden', 'not_found') },
  }
  app.get(knownPath, { schema, config: { scope: 'projects:write' } }, (request) => {
    const { accountId } = callerOf(request)
    return ask(tools, { accountId, ...request.params, url: request.query.url })
  })
}

export default { tag: 'channels', routes: [checkKeyFile, askEngine, askEngineByGet] } satisfies RoutesFile
