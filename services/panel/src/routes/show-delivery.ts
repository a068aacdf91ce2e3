import { fault } from '@pagebell/faults/fault'
import { Type } from '@pagebell/schema/type'
import { frameOf, sendPage } from '../frame.ts'
import { deliveryPage } from '../pages/delivery.ts'
import type { Peers } from '../peers.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const params = Type.Object({ id: Type.String() })

export const showDelivery: Route = (app, tools) => {
  app.get('/deliveries/:id', { schema: { params } }, async (request, reply) => {
    const found = await findDelivery(tools.peers, accountOf(request), request.params.id)
    return sendPage(reply, deliveryPage(frameOf(request, reply, tools), { ...found, known: undefined }))
  })
}

export async function findDelivery(peers: Peers, account_id: string, delivery_id: string) {
  const { delivery, attempts } = await peers.deliveries.getDelivery({ account_id, delivery_id })
  if (delivery === null) throw fault('internal', 'notifier answered a history without its delivery')
  return { delivery, attempts }
}
