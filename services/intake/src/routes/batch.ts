import type { HttpServer } from '@pagebell/http/http-server'
import { Type } from '@pagebell/schema/type'
import { hashToken } from '@pagebell/tokens/token'
import type { AskOwner, HookOwner } from '../find-owner.ts'
import type { StoredBatch } from '../queries/find-batch.ts'
import { readToken } from '../read-token.ts'
import { unknownBatch, unknownToken } from '../refuse.ts'
import { type Delivery, writeBatch } from '../write-batch.ts'

const params = Type.Object({ batch_id: Type.String({ format: 'uuid' }) })
const querystring = Type.Object({}, { additionalProperties: false })

export type BatchTools = {
  askOwner: AskOwner
  findBatch: (owner: HookOwner, batchId: string) => Promise<StoredBatch | undefined>
  /** What the notifier knows of a batch. */
  findDeliveries: (accountId: string, batchId: string) => Promise<Delivery[]>
}

/** `GET /api/hooks/{token}/batches/{batch_id}`: what became of a batch, URL by URL. */
export function batchRoute(app: HttpServer, { askOwner, findBatch, findDeliveries }: BatchTools): void {
  for (const url of ['/api/hooks/:token/batches/:batch_id', '/api/hooks/batches/:batch_id']) {
    app.get(url, {
      schema: { params, querystring },
      onRequest: (request, _reply, done) => {
        readToken(request)
        done()
      },
      handler: async (request) => {
        const owner = await askOwner(hashToken(readToken(request)))
        if (owner === undefined) throw unknownToken()
        const batch = await findBatch(owner, (request.params as { batch_id: string }).batch_id.toLowerCase())
        if (batch === undefined) throw unknownBatch()
        const deliveries = batch.urls.length === 0 ? [] : await findDeliveries(owner.accountId, batch.batch_id)
        return writeBatch(batch, deliveries)
      },
    })
  }
}
