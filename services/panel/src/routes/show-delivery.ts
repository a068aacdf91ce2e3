import { fault } from '@pagebell/faults/fault'
import type { Delivery__Output as Delivery } from '@pagebell/protos/notifier/v1/Delivery'
import { Type } from '@pagebell/schema/type'
import { findProject } from '../find-project.ts'
import { frameOf, sendPage } from '../frame.ts'
import { canBeAsked, deliveryPage } from '../pages/delivery.ts'
import type { Peers } from '../peers.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ id: Type.String() })
const querystring = Type.Object({ known: Type.Optional(Type.String({ enum: ['1'] })) })

export const showDelivery: Route = (app, tools) => {
  app.get('/deliveries/:id', { schema: { params, querystring } }, async (request, reply) => {
    const account_id = accountOf(request)
    const { delivery, attempts } = await tools.peers.deliveries.getDelivery({
      account_id,
      delivery_id: request.params.id,
    })
    if (delivery === null) throw fault('internal', 'notifier answered a history without its delivery')
    const isAsked = request.query.known !== undefined && canBeAsked(delivery)
    const known = isAsked ? await askEngine(tools.peers, account_id, delivery) : undefined
    return sendPage(reply, deliveryPage(frameOf(request, reply, tools), { delivery, attempts, known }))
  })
}

async function askEngine(peers: Peers, account_id: string, { project, channel, url }: Delivery) {
  const { project_id } = await findProject(peers, account_id, project)
  return peers.channelCare.askEngine({ account_id, project_id, channel, url })
}
