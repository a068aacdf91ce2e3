import { fault } from '@pagebell/faults/fault'
import { outsideDeadlineMs } from '@pagebell/rpc/connect-rpc'
import { Type } from '@pagebell/schema/type'
import { belongsTo } from '@pagebell/urls/project-name'
import { findProject } from '../../clients/clients.ts'
import { redirectTo } from '../../html/frame.ts'
import { type Route, signedInRoutes } from '../../route.ts'
import { accountOf } from '../../session/request-session.ts'
import { loadHostKey } from './host-keys.ts'
import { projectOfPath } from './project-of-path.ts'

const params = Type.Object({ project: Type.String() })
const whichHost = Type.Object({ host: Type.String({ minLength: 1, maxLength: 300 }) })

const checkKeyFile: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/key-file', { schema: { params, body: whichHost } }, async (request, reply) => {
    const { account_id, project, project_id } = await projectOfPath(clients, request)
    const { problem } = await clients.channelCare.checkKeyFile(
      { account_id, project_id, host: request.body.host },
      { deadlineMs: outsideDeadlineMs },
    )
    const notice = problem === undefined ? 'key-file-served' : 'key-file-missing'
    return redirectTo(reply, `/projects/${project}/channels`, cookies, notice, 'key-file')
  })
}

/** The file for the root of the site: the key and nothing else. */
const downloadKeyFile: Route = (app, { clients }) => {
  app.get('/projects/:project/key-file', { schema: { params, querystring: whichHost } }, async (request, reply) => {
    const account_id = accountOf(request)
    const project = await findProject(clients, account_id, request.params.project)
    const { host } = request.query
    const url = URL.parse(`https://${host}/`)
    if (url?.host !== host || !belongsTo(url.hostname, project.project)) throw noKeyFile()
    const { channels } = await clients.channelSettings.listChannels({ account_id, project: project.project })
    const { key } = await loadHostKey(clients, { project, channels, account_id }, { host, scheme: 'https' })
    return reply
      .header('content-disposition', `attachment; filename="${key}.txt"`)
      .type('text/plain; charset=utf-8')
      .send(key)
  })
}

const noKeyFile = () => fault('not_found', 'There is no key file for this host.')

export default signedInRoutes(checkKeyFile, downloadKeyFile)
