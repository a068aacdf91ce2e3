import { fault } from '@pagebell/faults/fault'
import type { NewSource__Output as NewSource } from '@pagebell/protos/intake/v1/sources'
import { Type } from '@pagebell/schema/type'
import type { FastifyReply } from 'fastify'
import { callerOf } from '../auth/caller.ts'
import { bodyProblems, deleted, deletedAnswer, one, pathParams, problems } from '../http/answers.ts'
import { showOnceHeaders } from '../http/idempotency.ts'
import type { Api, Route, RoutesFile } from '../http/routes.ts'
import { named, onlyThese } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'
import {
  allowIpsSchema,
  newSourceJson,
  rulesSchema,
  sourceJson,
  sourceKindJson,
  toKindJson,
  toSourceJson,
} from './source-json.ts'
import { findPlace } from './source-place.ts'

/** An empty list stands for the rules of the kind: no kind can use a source without any. */
const rulesText = (rules: object[]): string => (rules.length === 0 ? '' : JSON.stringify(rules))

/** The source with its address, which is shown once. */
function showOnce({ source, token }: NewSource, project: string, { publicUrl, hooksUrl }: Api, reply: FastifyReply) {
  if (source === null) throw fault('internal', 'intake answered a new token without its source')
  const location = publicUrl(`/api/v1/projects/${project}/sources/${source.source_id}`)
  void reply.code(201).headers({ location, 'cache-control': 'no-store' })
  return { data: { ...toSourceJson(source), url: hooksUrl(`/api/hooks/${token}`), token }, status: 201 as const }
}

const listKinds: Route = (app, { clients }) => {
  const schema = {
    operationId: 'listSourceKinds',
    summary: 'List the senders that Pagebell understands',
    description: 'What each sends and signs, how to set it up, its rules to begin with, and a delivery to try.',
    response: { 200: one(Type.Array(sourceKindJson)), ...problems('forbidden') },
  }

  app.get('/source-kinds', { schema, config: { scope: 'projects:read' } }, async () => {
    const { kinds } = await clients.sources.listKinds({})
    return { data: kinds.map(toKindJson), status: 200 as const }
  })
}

const listSources: Route = (app, { clients }) => {
  const schema = {
    operationId: 'listSources',
    summary: 'List the sources of a project',
    params: pathParams('project'),
    response: { 200: one(Type.Array(sourceJson)), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/sources', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project_id } = await projectOfPath(clients, request)
    const { sources } = await clients.sources.listSources({ account_id, project_id })
    return { data: sources.map(toSourceJson), status: 200 as const }
  })
}

const secretText = {
  maxLength: 500,
  description:
    'By which the sender signs, or which it sends. Without one, every client that knows the address may send.',
}

const createBody = named(
  'CreateSource',
  Type.Object(
    {
      kind: Type.String({ minLength: 1, maxLength: 50, description: 'One of the kinds of `GET /source-kinds`.' }),
      name: Type.String({ minLength: 1, maxLength: 100 }),
      secret: Type.String({ ...secretText, default: '' }),
      rules: Type.Optional(rulesSchema),
      allow_ips: Type.Optional(allowIpsSchema),
    },
    {
      ...onlyThese,
      description: 'A sender.',
      examples: [{ kind: 'shopify', name: 'Shop', secret: 'the secret of its webhooks' }],
    },
  ),
)

const createSource: Route = (app, api) => {
  const schema = {
    operationId: 'createSource',
    summary: 'Add a source',
    description:
      'Its address is answered this once: enter it at the sender. A project has at most 20 sources. A wrong kind or rule is refused with what is allowed.',
    params: pathParams('project'),
    headers: showOnceHeaders('token_already_shown'),
    body: createBody,
    response: { 201: one(newSourceJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  app.post('/projects/:project/sources', { schema, config: { scope: 'hooks:write' } }, async (request, reply) => {
    const { limits } = callerOf(request)
    const { account_id, project_id, project } = await projectOfPath(api.clients, request)
    const { rules = [], allow_ips = [], ...fields } = request.body
    const made = await api.clients.sources.createSource({
      account_id,
      project_id,
      project,
      ...fields,
      rules: rulesText(rules),
      allow_ips,
      limits,
      ...api.idempotencyOf(request),
    })
    return showOnce(made, project, api, reply)
  })
}

const getSource: Route = (app, api) => {
  const schema = {
    operationId: 'getSource',
    summary: 'Get a source',
    params: pathParams('project', 'source'),
    response: { 200: one(sourceJson), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/sources/:source', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { place } = await findPlace(api, request)
    return { data: toSourceJson(await api.clients.sources.getSource(place)), status: 200 as const }
  })
}

const grace = (what: string, more: object = {}) =>
  Type.Integer({
    minimum: 0,
    maximum: 604_800,
    description: `For how many seconds the ${what} before this one stays good.`,
    ...more,
  })

const changeBody = named(
  'ChangeSource',
  Type.Object(
    {
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      enabled: Type.Optional(
        Type.Boolean({ description: 'false: deliveries are answered as if there were no source.' }),
      ),
      secret: Type.Optional(Type.String({ ...secretText, description: `${secretText.description} Empty for none.` })),
      secret_grace: Type.Optional(grace('secret')),
      rules: Type.Optional(rulesSchema),
      allow_ips: Type.Optional(allowIpsSchema),
    },
    { ...onlyThese, description: 'What is left out stays as it is.', examples: [{ enabled: false }] },
  ),
)

const changeSource: Route = (app, api) => {
  const schema = {
    operationId: 'changeSource',
    summary: 'Change a source',
    description:
      'The address and the kind stay. With another secret the one before is valid for `secret_grace` seconds, 86,400 if left out.',
    params: pathParams('project', 'source'),
    body: changeBody,
    response: { 200: one(sourceJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.patch('/projects/:project/sources/:source', { schema, config: { scope: 'hooks:write' } }, async (request) => {
    const { place } = await findPlace(api, request)
    const { secret_grace = 86_400, rules, allow_ips, name, enabled, secret } = request.body
    const source = await api.clients.sources.changeSource({
      ...place,
      name,
      enabled,
      secret,
      secret_grace_seconds: secret_grace,
      rules: rules === undefined ? undefined : rulesText(rules),
      allow_ips: allow_ips === undefined ? undefined : { cidrs: allow_ips },
    })
    return { data: toSourceJson(source), status: 200 as const }
  })
}

const deleteSource: Route = (app, api) => {
  const schema = {
    operationId: 'deleteSource',
    summary: 'Delete a source',
    description: 'Its address ends before the response, and the URLs that it has remembered are deleted.',
    params: pathParams('project', 'source'),
    response: { 200: deleted('source'), ...problems('forbidden', 'not_found') },
  }

  app.delete('/projects/:project/sources/:source', { schema, config: { scope: 'hooks:write' } }, async (request) => {
    const { place } = await findPlace(api, request)
    const { source_id: id } = await api.clients.sources.deleteSource(place)
    return deletedAnswer('source', id)
  })
}

const rotateSource: Route = (app, api) => {
  const schema = {
    operationId: 'rotateSource',
    summary: 'Give a source another address',
    description: 'The address is answered this once. The one before stays good for `grace` seconds.',
    params: pathParams('project', 'source'),
    headers: showOnceHeaders('token_already_shown'),
    body: Type.Object({ grace: grace('address', { default: 0 }) }, onlyThese),
    response: { 201: one(newSourceJson, 201), ...problems('forbidden', 'not_found', 'conflict', ...bodyProblems) },
  }

  const path = '/projects/:project/sources/:source/rotate'
  app.post(path, { schema, config: { scope: 'hooks:write' } }, async (request, reply) => {
    const { project, place } = await findPlace(api, request)
    const rotation = { ...place, grace_seconds: request.body.grace, ...api.idempotencyOf(request) }
    return showOnce(await api.clients.sources.rotateSource(rotation), project, api, reply)
  })
}

export default {
  tag: 'sources',
  routes: [listKinds, listSources, createSource, getSource, changeSource, deleteSource, rotateSource],
} satisfies RoutesFile
