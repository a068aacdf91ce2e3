import { channelIds } from '@pagebell/channel-settings/all-channels'
import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { tried } from '../form-errors.ts'
import { frameOf, leadTo, sendPage } from '../frame.ts'
import { loadProjectPage } from '../load-project-page.ts'
import { projectPage } from '../pages/project.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'
import { tellChannels } from '../tell-channels.ts'

const params = Type.Object({ project: Type.String() })
const body = Type.Object(
  Object.fromEntries(channelIds.map((id) => [id, Type.Optional(Type.String({ maxLength: 10 }))])),
)

export const chooseChannels: Route = (app, tools) => {
  const { peers, cookies } = tools
  app.post('/projects/:project/channels', { schema: { params, body } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { project } = await findProject(peers, account_id, request.params.project)
    const given = request.body as Record<string, string>
    const channels = channelIds.filter((id) => given[id] !== undefined)
    const outcome = await tried(async () => {
      if (channels.length === 0) throw fault('invalid', 'Choose one channel at least.')
      return peers.channelSettings.chooseChannels({ account_id, project, channels })
    })
    if (outcome.done) {
      await tellChannels(peers, account_id, outcome.value)
      return leadTo(reply, `/projects/${project}`, cookies, 'channels-chosen', 'channels')
    }
    const shown = await loadProjectPage(tools, account_id, project)
    void reply.code(outcome.status)
    const { message = outcome.errors.fields?.['channels']?.join(' ') ?? 'This choice cannot be saved.' } =
      outcome.errors
    const errors = { channels: { choice: { message } } }
    return sendPage(reply, projectPage(frameOf(request, reply, tools), { ...shown, errors }))
  })
}
