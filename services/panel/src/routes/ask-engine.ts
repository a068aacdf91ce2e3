import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { frameOf, sendPage } from '../frame.ts'
import { canBeAsked, deliveryPage } from '../pages/delivery.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'
import { findDelivery } from './show-delivery.ts'

const params = Type.Object({ id: Type.String() })

/** The answer is a page, since nothing of it is kept. A form, since each question uses the quota of the project's own key. */
export const askEngine: Route = (app, tools) => {
  const { peers } = tools
  app.post('/deliveries/:id/known', { schema: { params } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { delivery, attempts } = await findDelivery(peers, account_id, request.params.id)
    const frame = { ...frameOf(request, reply, tools), path: `/deliveries/${delivery.id}` }
    if (!canBeAsked(delivery)) return sendPage(reply, deliveryPage(frame, { delivery, attempts, known: undefined }))
    const { channel, url } = delivery
    const { project_id } = await findProject(peers, account_id, delivery.project)
    const known = await peers.channelCare.askEngine({ account_id, project_id, channel, url })
    return sendPage(reply, deliveryPage(frame, { delivery, attempts, known }))
  })
}
