import { allChannels, channelIds } from '@pagebell/channel-settings/all-channels'
import { syncChannels } from '@pagebell/rpc/shared-calls/sync-channels'
import { type TSchema, Type } from '@pagebell/schema/type'
import { bodyProblems, deleted, deletedAnswer, formOrJson, one, pathParams, problems } from '../http/answers.ts'
import type { Route, RoutesFile } from '../http/routes.ts'
import { named, oneOf, onlyThese } from '../http/schemas.ts'
import { projectOfPath } from '../projects/project.ts'
import { channelJson, readChannel, readChannels } from './channel.ts'

const listChannels: Route = (app, { clients }) => {
  const schema = {
    operationId: 'listChannels',
    summary: 'List the channels of a project and their settings',
    params: pathParams('project'),
    response: { 200: one(Type.Array(channelJson)), ...problems('forbidden', 'not_found') },
  }

  app.get('/projects/:project/channels', { schema, config: { scope: 'projects:read' } }, async (request) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    return { data: await readChannels(clients, { account_id, project, project_id }), status: 200 as const }
  })
}

const chooseBody = named(
  'ChooseChannels',
  Type.Object(
    {
      default: Type.Array(oneOf(channelIds), {
        minItems: 1,
        maxItems: channelIds.length,
        uniqueItems: true,
        description: 'The channels of URLs submitted without a channel. Each channel uses one unit of quota per URL.',
      }),
    },
    { ...onlyThese, description: 'The default channels.', examples: [{ default: ['indexnow'] }] },
  ),
)

const chooseChannels: Route = (app, { clients }) => {
  const schema = {
    operationId: 'chooseChannels',
    summary: 'Set the default channels of a project',
    params: pathParams('project'),
    body: chooseBody,
    response: { 200: one(Type.Array(channelJson)), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  app.put('/projects/:project/channels', { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const channels = request.body.default
    const list = await clients.channelSettings.chooseChannels({ account_id, project, channels })
    await syncChannels(clients.quotas, account_id, list)
    return { data: await readChannels(clients, { account_id, project, project_id }), status: 200 as const }
  })
}

/** Only the types: the project service validates the values. */
const fieldTypes: Record<string, string | string[]> = { service_account: ['object', 'string'], gate: 'boolean' }

const settingsFields = Object.values(allChannels).flatMap(({ id, settings }) =>
  (Object.entries(settings.properties) as [string, TSchema & { description?: string }][]).map(([name, field]) => {
    const description = `${id}: ${field.description ?? ''}`
    return [name, Type.Optional(Type.Unsafe<unknown>({ type: fieldTypes[name] ?? 'string', description }))] as const
  }),
)
const putBody = named(
  'PutChannel',
  Type.Object(Object.fromEntries(settingsFields), {
    ...onlyThese,
    description: 'The settings of the channel: service_account for google, api_key for bing.',
    examples: [{ api_key: '0123456789abcdef0123456789abcdef' }],
  }),
)

const putChannel: Route = (app, { clients }) => {
  const schema = {
    operationId: 'putChannel',
    summary: 'Set the credentials of a channel',
    description:
      'Replaces the stored settings. A secret that is omitted, or sent masked as it was read, is kept. IndexNow needs no settings: every project has a key. Google needs `service_account`, Bing `api_key`.',
    consumes: formOrJson,
    params: pathParams('project', 'channel'),
    body: putBody,
    response: { 200: one(channelJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  const path = '/projects/:project/channels/:channel'
  app.put(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { channel } = request.params
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const settings_json = JSON.stringify(request.body)
    const list = await clients.channelSettings.putChannel({ account_id, project, channel, settings_json })
    await syncChannels(clients.quotas, account_id, list)
    return { data: await readChannel(clients, { account_id, project, project_id }, channel), status: 200 as const }
  })
}

const changeChannel: Route = (app, { clients }) => {
  const schema = {
    operationId: 'changeChannel',
    summary: 'Pause or resume a channel of a project',
    description: 'While a channel is paused, URLs are accepted, charged and held. They are sent when it is resumed.',
    consumes: formOrJson,
    params: pathParams('project', 'channel'),
    body: Type.Object({ paused: Type.Boolean() }, onlyThese),
    response: { 200: one(channelJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  const path = '/projects/:project/channels/:channel'
  app.patch(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { channel } = request.params
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    await clients.channelCare.pauseChannel({ account_id, project_id, channel, paused: request.body.paused })
    return { data: await readChannel(clients, { account_id, project, project_id }, channel), status: 200 as const }
  })
}

const deleteChannel: Route = (app, { clients }) => {
  const schema = {
    operationId: 'deleteChannel',
    summary: 'Delete the settings of a channel',
    description: 'IndexNow continues to use the key of the project. Any other channel is no longer ready.',
    params: pathParams('project', 'channel'),
    response: { 200: deleted('channel'), ...problems('forbidden', 'not_found') },
  }

  const path = '/projects/:project/channels/:channel'
  app.delete(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { channel } = request.params
    const { account_id, project } = await projectOfPath(clients, request)
    const list = await clients.channelSettings.deleteChannel({ account_id, project, channel })
    await syncChannels(clients.quotas, account_id, list)
    return deletedAnswer('channel', channel)
  })
}

export default {
  tag: 'channels',
  routes: [listChannels, chooseChannels, putChannel, changeChannel, deleteChannel],
} satisfies RoutesFile
