import * as grpc from '@grpc/grpc-js'
import { type Fault, fault, faultFromWire } from '@pagebell/faults/fault'
import { rpcClientDuration } from '@pagebell/runtime/metrics'
import { inSpan, type Spanning } from '@pagebell/runtime/span'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { type Contract, internalSecretRefused, type MethodName, type Shape } from './contracts.ts'

export type CallOptions = {
  /** Default 5,000. */
  deadlineMs?: number
  signal?: AbortSignal
}

type Calling<M> = M extends { input: infer Input; output: infer Output }
  ? (input: Input, options?: CallOptions) => Promise<Output>
  : never

type Calls<Definition> = { [Key in keyof Definition as MethodName<Key>]: Calling<Shape<Definition[Key]>> }

export type RpcClient<Of> =
  Of extends Contract<infer Definition>
    ? Calls<Definition> & AsyncDisposable & { ready(deadlineMs?: number): Promise<void> }
    : never

const channelOptions: grpc.ClientOptions = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.max_receive_message_length': 16 * 1024 * 1024,
}

/**
 * A client whose methods are promises. A call that fails throws the Fault that the server threw; a server that cannot be
 * reached or does not answer in time is `unavailable`. Calls made while the server starts wait for it within their
 * deadline.
 */
export function connectRpc<Definition>(
  contract: Contract<Definition>,
  { address, internalToken }: { address: string; internalToken: string },
): RpcClient<Contract<Definition>> {
  const client = new grpc.Client(target(address), grpc.credentials.createInsecure(), channelOptions)
  const calls = Object.fromEntries(
    Object.entries(contract.definition).map(([name, method]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      (input: object, options?: CallOptions) =>
        inSpan(spanning(method.path), () => call(client, method, input, internalToken, options ?? {})),
    ]),
  )
  const lifetime = {
    ready: (deadlineMs = 2_000) =>
      new Promise<void>((resolve, reject) => {
        client.waitForReady(Date.now() + deadlineMs, (error) =>
          error ? reject(fault('unavailable', `${contract.name} does not answer.`, { cause: error })) : resolve(),
        )
      }),
    async [Symbol.asyncDispose]() {
      client.close()
    },
  }
  return { ...calls, ...lifetime } as unknown as RpcClient<Contract<Definition>>
}

const spanning = (path: string): Spanning => ({
  name: path.slice(1),
  kind: 'client',
  attributes: { 'rpc.system.name': 'grpc', 'rpc.method': path.slice(1) },
})

function call(
  client: grpc.Client,
  method: grpc.MethodDefinition<object, object>,
  input: object,
  internalToken: string,
  { deadlineMs = 5_000, signal }: CallOptions,
): Promise<object> {
  const metadata = new grpc.Metadata()
  metadata.set('internal-token', internalToken)
  const traceparent = currentTraceparent()
  if (traceparent !== undefined) metadata.set('traceparent', traceparent)
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const cancel = () => pending.cancel()
    const began = performance.now()
    const pending = client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      input,
      metadata,
      { deadline: Date.now() + deadlineMs },
      (error, reply) => {
        signal?.removeEventListener('abort', cancel)
        rpcClientDuration.record((performance.now() - began) / 1_000, {
          'rpc.method': method.path.slice(1),
          'rpc.response.status_code': grpc.status[error?.code ?? grpc.status.OK],
        })
        if (error) reject(toFault(error, method.path))
        else resolve(reply ?? {})
      },
    )
    signal?.addEventListener('abort', cancel, { once: true })
  })
}

function toFault(error: grpc.ServiceError, path: string): Fault {
  const wire = error.metadata?.get('fault-bin')[0]
  const thrown = wire === undefined ? undefined : faultFromWire(wire.toString())
  // Ours to mend, and not to be mistaken for a customer who is not authenticated.
  if (thrown?.code === internalSecretRefused) return fault('internal', thrown.message, { code: thrown.code })
  if (thrown) return thrown
  const away = [grpc.status.UNAVAILABLE, grpc.status.DEADLINE_EXCEEDED, grpc.status.CANCELLED].includes(error.code)
  return away
    ? fault('unavailable', 'A service that this needs does not answer.', { retryAfterSeconds: 1, cause: error })
    : fault('internal', `The call ${path} failed.`, { cause: error })
}

/** Several addresses, comma-separated, are used in turn; a host name is resolved to all it stands for. */
function target(address: string): string {
  if (!address.includes(',')) return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(address) ? address : `dns:///${address}`
  return `ipv4:${address}`
}
