import { Type } from '@pagebell/schema/type'
import { channelOf, sentSettings, settingsOf } from '../channel-form.ts'
import { findProject } from '../find-project.ts'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { loadProjectPage } from '../load-project-page.ts'
import { projectPage } from '../pages/project.ts'
import { errorsFor } from '../parts/form.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'
import { tellChannels } from '../tell-channels.ts'

const params = Type.Object({ project: Type.String(), channel: Type.String() })
const body = Type.Record(Type.String(), Type.String({ maxLength: 40_000 }))

export const saveChannel: Route = (app, tools) => {
  const { peers, cookies } = tools
  app.post('/projects/:project/channels/:channel', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const channel = channelOf(request.params.channel)
    const { project } = await findProject(peers, account_id, request.params.project)
    const sent = sentSettings(channel, request.body)
    const outcome = await tried(() =>
      peers.channelSettings.putChannel({
        account_id,
        project,
        channel: channel.id,
        settings_json: JSON.stringify(sent),
      }),
    )
    if (outcome.done) {
      await tellChannels(peers, account_id, outcome.value)
      return leadTo(reply, `/projects/${project}`, cookies, 'channel-saved', `channel-${channel.id}`)
    }
    const shown = await loadProjectPage(tools, account_id, project)
    void reply.code(outcome.status)
    const names = settingsOf(channel).map(({ name }) => name)
    const problems = errorsFor(outcome.errors, names) ?? {}
    const errors = { channels: { of: { channel: channel.id, errors: problems, sent } } }
    return sendPage(reply, projectPage(frameOf(request, reply, tools), { ...shown, errors }))
  })
}
