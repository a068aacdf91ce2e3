import { Type } from '@pagebell/schema/type'
import { storedProjectName } from '@pagebell/urls/project-name'
import { frameOf, sendPage } from '../frame.ts'
import { requeueRejectedPage } from '../pages/requeue-rejected.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'
import { utcTime } from '../utc-time.ts'

const querystring = Type.Object({
  since: Type.Optional(Type.String({ maxLength: 40 })),
  project: Type.Optional(Type.String({ maxLength: 253 })),
})

export const showRequeue: Route = (app, tools) => {
  app.get('/deliveries/requeue', { schema: { querystring } }, async (request, reply) => {
    const { since, project: written } = request.query
    // A host that cannot name a project names none.
    const project = written === undefined ? undefined : (storedProjectName(written.trim()) ?? written)
    const frame = frameOf(request, reply, tools)
    if (since === undefined) return sendPage(reply, requeueRejectedPage(frame, { project, asked: undefined }))

    const rejectedSince = utcTime('since', since)
    const which = { account_id: accountOf(request), rejected_since: rejectedSince, project }
    const { count } = await tools.peers.deliveries.countRejected(which)
    return sendPage(reply, requeueRejectedPage(frame, { project, asked: { rejectedSince, project, count } }))
  })
}
