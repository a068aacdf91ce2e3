import { allChannels } from '@pagebell/channel-settings/all-channels'
import { type TSchema, Type } from '@pagebell/schema/type'
import { bodyProblems, formOrJson, one, pathOf, problems } from '../answers.ts'
import type { Route } from '../api.ts'
import { callerOf } from '../caller.ts'
import { channelJson, readChannel } from '../channel-json.ts'
import { findProject } from '../find-project.ts'
import { onlyThese } from '../json-types.ts'
import { named } from '../openapi/named-schema.ts'
import { tellChannels } from '../tell-channels.ts'

/** The project service, which has the form of each value, says what is wrong with one. */
const types: Record<string, string | string[]> = { service_account: ['object', 'string'], gate: 'boolean' }

const described = Object.values(allChannels).flatMap(({ id, settings }) =>
  (Object.entries(settings.properties) as [string, TSchema & { description?: string }][]).map(([name, field]) => {
    const description = `${id}: ${field.description ?? ''}`
    return [name, Type.Optional(Type.Unsafe<unknown>({ type: types[name] ?? 'string', description }))] as const
  }),
)
const body = named(
  'PutChannel',
  Type.Object(Object.fromEntries(described), {
    ...onlyThese,
    description: 'What the channel needs: for google service_account, for bing api_key.',
    examples: [{ api_key: '0123456789abcdef0123456789abcdef' }],
  }),
)

export const putChannel: Route = (app, { peers }) => {
  const schema = {
    operationId: 'putChannel',
    summary: 'Set what a channel needs to speak for a project',
    description:
      'Takes the place of what was set; a secret that is left out, or sent masked as it was read, stays. IndexNow needs nothing: every project has a key. Google needs `service_account`, Bing `api_key`.',
    tags: ['channels'],
    consumes: formOrJson,
    params: pathOf('project', 'channel'),
    body,
    response: { 200: one(channelJson), ...problems('forbidden', 'not_found', ...bodyProblems) },
  }

  const path = '/projects/:project/channels/:channel'
  app.put(path, { schema, config: { scope: 'projects:write' } }, async (request) => {
    const { accountId: account_id } = callerOf(request)
    const { channel } = request.params
    const { project, project_id } = await findProject(peers, account_id, request.params.project)
    const settings_json = JSON.stringify(request.body)
    const list = await peers.channelSettings.putChannel({ account_id, project, channel, settings_json })
    await tellChannels(peers, account_id, list)
    return { data: await readChannel(peers, { account_id, project, project_id }, channel), status: 200 as const }
  })
}
