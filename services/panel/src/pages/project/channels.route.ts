import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import { syncChannels } from '@pagebell/rpc/shared-calls/sync-channels'
import { Type } from '@pagebell/schema/type'
import { channelOf, sentSettings, settingsOf } from '../../forms/channel-form.ts'
import { errorsFor, submitForm } from '../../forms/form-result.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { sendChannelsPage } from './channels.page.ts'
import { projectOfPath } from './project-of-path.ts'

const projectParams = Type.Object({ project: Type.String() })
const choice = Type.Object(
  Object.fromEntries(channelIds.map((id) => [id, Type.Optional(Type.String({ maxLength: 10 }))])),
)

const chooseChannels: Route = (app, tools) => {
  const { clients, cookies } = tools
  const schema = { params: projectParams, body: choice }
  app.post('/projects/:project/channels', { schema }, async (request, reply) => {
    const { account_id, project } = await projectOfPath(clients, request)
    const boxes = request.body as Record<string, string>
    const channels = channelIds.filter((id) => boxes[id] !== undefined)
    const outcome = await submitForm(async () => {
      if (channels.length === 0) throw fault('invalid', 'Choose one channel at least.')
      return clients.channelSettings.chooseChannels({ account_id, project, channels })
    })
    if (outcome.done) {
      await syncChannels(clients.quotas, account_id, outcome.value)
      return redirectTo(reply, `/projects/${project}/channels`, cookies, 'channels-saved', 'channels')
    }
    const { message, fields } = outcome.errors
    const text = message ?? fields?.['channels']?.join(' ') ?? 'This choice cannot be saved.'
    const errors = { choice: { message: text } }
    return sendChannelsPage(request, reply.code(outcome.status), tools, { name: project, errors })
  })
}

const params = Type.Object({ project: Type.String(), channel: Type.String() })
const settings = Type.Record(Type.String(), Type.String({ maxLength: 40_000 }))

const saveChannel: Route = (app, tools) => {
  const { clients, cookies } = tools
  app.post('/projects/:project/channels/:channel', { schema: { params, body: settings } }, async (request, reply) => {
    const channel = channelOf(request.params.channel)
    const { account_id, project } = await projectOfPath(clients, request)
    const sent = sentSettings(channel, request.body)
    const setup = { account_id, project, channel: channel.id, settings_json: JSON.stringify(sent) }
    const outcome = await submitForm(() => clients.channelSettings.putChannel(setup))
    if (outcome.done) {
      await syncChannels(clients.quotas, account_id, outcome.value)
      return redirectTo(reply, `/projects/${project}/channels`, cookies, 'channel-saved', `channel-${channel.id}`)
    }
    const names = settingsOf(channel).map(({ name }) => name)
    const of = { channel: channel.id, errors: errorsFor(outcome.errors, names), sent }
    return sendChannelsPage(request, reply.code(outcome.status), tools, { name: project, errors: { of } })
  })
}

const removeChannel: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/channels/:channel/remove', { schema: { params } }, async (request, reply) => {
    const { id: channel } = channelOf(request.params.channel)
    const { account_id, project } = await projectOfPath(clients, request)
    const list = await clients.channelSettings.deleteChannel({ account_id, project, channel })
    await syncChannels(clients.quotas, account_id, list)
    return redirectTo(reply, `/projects/${project}/channels`, cookies, 'channel-removed', `channel-${channel}`)
  })
}

const pausing = Type.Object({ paused: Type.Boolean() })

const pauseChannel: Route = (app, { clients, cookies }) => {
  const schema = { params, body: pausing }
  app.post('/projects/:project/channels/:channel/paused', { schema }, async (request, reply) => {
    const { paused } = request.body
    const { id: channel } = channelOf(request.params.channel)
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    await clients.channelCare.pauseChannel({ account_id, project_id, channel, paused })
    const notice = paused ? 'channel-paused' : 'channel-resumed'
    return redirectTo(reply, `/projects/${project}/channels`, cookies, notice, `channel-${channel}`)
  })
}

export default signedInRoutes(chooseChannels, saveChannel, removeChannel, pauseChannel)
