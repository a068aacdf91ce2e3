import { histogram, requestBuckets } from '@pagebell/runtime/define-metric'

export const rpcServerDuration = histogram({
  name: 'rpc.server.call.duration',
  unit: 's',
  description: 'gRPC calls served.',
  labels: ['rpc.method', 'rpc.response.status_code'],
  buckets: requestBuckets,
})

export const rpcClientDuration = histogram({
  name: 'rpc.client.call.duration',
  unit: 's',
  description: 'gRPC calls made, including the wait for a server that is starting.',
  labels: ['rpc.method', 'rpc.response.status_code'],
  buckets: requestBuckets,
})
