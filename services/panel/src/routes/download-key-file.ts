import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { loadProjectPage } from '../load-project-page.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ project: Type.String() })
const querystring = Type.Object({ host: Type.String({ minLength: 1, maxLength: 300 }) })

/** The file as it has to stand on the site: the key and nothing else. */
export const downloadKeyFile: Route = (app, tools) => {
  app.get('/projects/:project/key-file', { schema: { params, querystring } }, async (request, reply) => {
    const { hostKeys } = await loadProjectPage(tools, accountOf(request), request.params.project)
    const found = hostKeys.find(({ host }) => host === request.query.host)
    if (found === undefined) throw fault('not_found', 'There is no key file for this host.')
    const { key } = found
    return reply
      .header('content-disposition', `attachment; filename="${key}.txt"`)
      .type('text/plain; charset=utf-8')
      .send(key)
  })
}
