import { frameOf, sendPage } from '../frame.ts'
import { loadProjectPage } from '../load-project-page.ts'
import { projectPage } from '../pages/project.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const showProject: Route = (app, tools) => {
  app.get<{ Params: { project: string } }>('/projects/:project', async (request, reply) => {
    const shown = await loadProjectPage(tools, accountOf(request), request.params.project)
    return sendPage(reply, projectPage(frameOf(request, reply, tools), shown))
  })
}
