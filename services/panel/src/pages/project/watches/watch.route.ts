import { Type } from '@pagebell/schema/type'
import { submitForm } from '../../../forms/form-result.ts'
import { redirectTo } from '../../../html/frame.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { findWatchPlace, sendWatchPage, watchParams } from './watch.page.ts'
import { sentSettings, watchBody, watchErrors } from './watch-fields.ts'

const changeWatch: Route = (app, tools) => {
  const { clients, cookies } = tools
  const schema = { params: watchParams, body: watchBody }
  app.post('/projects/:project/watches/:watch/change', { schema }, async (request, reply) => {
    const { project, path, place } = await findWatchPlace(clients, accountOf(request), request.params)
    const settings = sentSettings(request.body)
    const outcome = await submitForm(async () => {
      // A form that is still open does not make a watch again that was deleted.
      await clients.watches.getWatch(place)
      return clients.watches.putWatch({ ...place, project, settings })
    })
    if (outcome.done) return redirectTo(reply, path, cookies, 'watch-saved', 'watch')
    const sent = { settings, errors: watchErrors(outcome.errors) }
    return sendWatchPage(request, reply.code(outcome.status), tools, { params: request.params, sent })
  })
}

const scanWatch: Route = (app, { clients, cookies }) => {
  const schema = { params: watchParams, body: Type.Object({ believe: Type.Boolean({ default: false }) }) }
  app.post('/projects/:project/watches/:watch/scan', { schema }, async (request, reply) => {
    const { path, place } = await findWatchPlace(clients, accountOf(request), request.params)
    const { believe } = request.body
    await clients.watches.scanWatch({ ...place, believe })
    return redirectTo(reply, path, cookies, believe ? 'watch-believing' : 'watch-scanning', 'watch')
  })
}

const decideHeld: Route = (app, { clients, cookies }) => {
  const schema = { params: watchParams, body: Type.Object({ decision: Type.String({ enum: ['send', 'forget'] }) }) }
  app.post('/projects/:project/watches/:watch/held', { schema }, async (request, reply) => {
    const { path, place } = await findWatchPlace(clients, accountOf(request), request.params)
    const { decision } = request.body
    await clients.watches.decideHeld({ ...place, decision })
    return redirectTo(reply, path, cookies, decision === 'send' ? 'held-sent' : 'held-forgotten', 'watch')
  })
}

const removeWatch: Route = (app, { clients, cookies }) => {
  app.post('/projects/:project/watches/:watch/remove', { schema: { params: watchParams } }, async (request, reply) => {
    const { project, place } = await findWatchPlace(clients, accountOf(request), request.params)
    await clients.watches.deleteWatch(place)
    return redirectTo(reply, `/projects/${project}/watches`, cookies, 'watch-removed', 'watches')
  })
}

export default signedInRoutes(changeWatch, scanWatch, decideHeld, removeWatch)
