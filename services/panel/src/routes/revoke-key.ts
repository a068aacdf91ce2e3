import { leadTo } from '../frame.ts'
import type { Route } from '../route.ts'
import { accountOf } from '../signed-in.ts'

export const revokeKey: Route = (app, { peers, cookies }) => {
  app.post<{ Params: { id: string } }>('/keys/:id/revoke', async (request, reply) => {
    await peers.accounts.revokeKey({ account_id: accountOf(request), key_id: request.params.id })
    return leadTo(reply, '/keys', cookies, 'key-revoked', 'keys')
  })
}
