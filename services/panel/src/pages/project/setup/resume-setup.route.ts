import { redirectTo } from '../../../html/frame.ts'
import { type Route, signedInRoutes } from '../../../route.ts'
import { accountOf } from '../../../session/request-session.ts'
import { loadSetup, setupParams } from './load-setup.ts'
import { resumedPage, setupPath } from './setup-progress.ts'

/** Continues a set-up with the first step that is not done; without any, on the page of the project. */
const resumeSetup: Route = (app, { clients, cookies }) => {
  app.get('/projects/:project/setup', { schema: { params: setupParams } }, async (request, reply) => {
    const asked = { name: request.params.project, address: undefined }
    const { site, parts } = await loadSetup(clients, accountOf(request), asked)
    const next = resumedPage(site.project, parts)
    const path = next === undefined ? `/projects/${site.project}` : setupPath(site.project, next, site.firstPage)
    return redirectTo(reply, path, cookies)
  })
}

export default signedInRoutes(resumeSetup)
