import { followCursor } from '@pagebell/rpc/follow-cursor'
import { Type } from '@pagebell/schema/type'
import { leadTo } from '../frame.ts'
import { localPath } from '../local-path.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

const body = Type.Object({
  delivery_id: Type.Optional(Type.String({ format: 'uuid' })),
  batch_id: Type.Optional(Type.String({ format: 'uuid' })),
  rejected_since: Type.Optional(Type.String({ maxLength: 40 })),
  project: Type.Optional(Type.String({ maxLength: 253 })),
  back: Type.String({ default: '/deliveries', maxLength: 4_000 }),
})

export const requeueDeliveries: Route = (app, { peers, cookies }) => {
  app.post('/deliveries/requeue', { schema: { body } }, async (request, reply) => {
    const { back, ...which } = request.body
    const asked = { account_id: accountOf(request), ...which }
    let requeued = 0
    for await (const { count } of followCursor((cursor) => peers.deliveries.requeueDeliveries({ ...asked, cursor })))
      requeued += count
    return leadTo(reply, localPath(back), cookies, requeued > 0 ? `requeued-${requeued}` : 'nothing-requeued')
  })
}
