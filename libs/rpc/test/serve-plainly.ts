import * as grpc from '@grpc/grpc-js'
import { fault, faultToWire } from '@pagebell/faults/fault'
import type { IndexNowKey, GetIndexNowKeyRequest__Output as Request } from '@pagebell/protos/project/v1/project'
import { Channels } from '../src/contracts.ts'

/** A server without multiplexed streams, which serves unary calls only. It returns the requested host as the key. */
export async function servePlainly(options: { internalToken: string; port?: number; onCall?: (path: string) => void }) {
  const server = new grpc.Server()
  server.addService(Channels.definition, {
    getIndexNowKey(call: grpc.ServerUnaryCall<Request, IndexNowKey>, callback: grpc.sendUnaryData<IndexNowKey>) {
      options.onCall?.(call.getPath())
      if (call.metadata.get('internal-token')[0] !== options.internalToken) {
        callback({ code: grpc.status.UNAUTHENTICATED })
      } else if (call.request.host === 'refused') {
        const metadata = new grpc.Metadata()
        const refusal = fault('invalid', 'Refused.', { code: 'refused' })
        metadata.set('fault-bin', Buffer.from(JSON.stringify(faultToWire(refusal))))
        callback({ code: grpc.status.INVALID_ARGUMENT, metadata })
      } else callback(null, { key: call.request.host })
    },
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${options.port ?? 0}`, grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return {
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.tryShutdown(() => resolve())),
  }
}
