import * as grpc from '@grpc/grpc-js'
import { type Fault, fault, faultFromWire } from '@pagebell/faults/fault'
import { inSpan, type Spanning } from '@pagebell/runtime/span'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { withTimeout } from '@pagebell/runtime/with-timeout'
import { type Contract, internalSecretRefused, type MethodName, methodRefused, type Shape } from './contracts.ts'
import { type Copies, connectCopies } from './copy-pool.ts'
import type { Credentials } from './credentials.ts'
import { isTooLarge } from './frame-batcher.ts'
import { rpcClientDuration } from './metrics.ts'
import type { CallResult, PendingCall } from './pending-call.ts'

export type CallOptions = {
  /** Milliseconds; 5,000 when absent. */
  deadlineMs?: number
  signal?: AbortSignal
}

/** Milliseconds for a method that waits for a website or an engine, each of which has 10 s to answer. */
export const outsideDeadlineMs = 15_000

type Calling<M> = M extends { input: infer Input; output: infer Output }
  ? (input: Input, options?: CallOptions) => Promise<Output>
  : never

type Calls<Definition> = { [Key in keyof Definition as MethodName<Key>]: Calling<Shape<Definition[Key]>> }

export type RpcClient<Of> =
  Of extends Contract<infer Definition>
    ? Calls<Definition> & AsyncDisposable & { ready(deadlineMs?: number): Promise<void> }
    : never

/**
 * A client whose methods return promises. A failed call throws the server's Fault; a server that cannot be reached or
 * does not respond in time is `unavailable`. Calls made while the server is starting or restarting wait for it within
 * their deadline. Several addresses, comma-separated, are used round-robin; a host name stands for all of its
 * addresses.
 */
export function connectRpc<Definition>(
  contract: Contract<Definition>,
  { address, ...credentials }: { address: string } & Credentials,
): RpcClient<Contract<Definition>> {
  const copies = connectCopies(address, credentials)
  const calls = Object.fromEntries(
    Object.entries(contract.definition).map(([name, method]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      (input: object, options?: CallOptions) =>
        inSpan(spanning(method.path), () => call(copies, method, input, options ?? {})),
    ]),
  )
  const lifetime = {
    ready: (deadlineMs = 2_000) =>
      withTimeout(copies.ready(), deadlineMs, () => fault('unavailable', `${contract.name} does not answer.`)),
    [Symbol.asyncDispose]: () => copies[Symbol.asyncDispose](),
  }
  return { ...calls, ...lifetime } as unknown as RpcClient<Contract<Definition>>
}

const spanning = (path: string): Spanning => ({
  name: path.slice(1),
  kind: 'client',
  attributes: { 'rpc.system.name': 'grpc', 'rpc.method': path.slice(1) },
})

function call(
  copies: Copies,
  { path, requestSerialize, responseDeserialize }: grpc.MethodDefinition<object, object>,
  input: object,
  { deadlineMs = 5_000, signal }: CallOptions,
): Promise<object> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const startedAt = performance.now()
    let isSettled = false
    const pending: PendingCall = {
      path,
      request: requestSerialize(input),
      traceparent: currentTraceparent(),
      until: startedAt + deadlineMs,
      settle(outcome) {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
        rpcClientDuration.record((performance.now() - startedAt) / 1_000, {
          'rpc.method': path.slice(1),
          'rpc.response.status_code': grpc.status[outcome.code],
        })
        if (outcome.code === grpc.status.OK) answer(outcome.reply ?? nothing)
        else reject(toFault(outcome, path))
      },
      withdraw: () => undefined,
    }
    const answer = (reply: Buffer): void => {
      try {
        resolve(responseDeserialize(reply))
      } catch (error) {
        reject(toFault({ code: grpc.status.INTERNAL, cause: error }, path))
      }
    }
    const abandon = (code: grpc.status): void => {
      pending.withdraw()
      pending.settle({ code })
    }
    const cancel = (): void => abandon(grpc.status.CANCELLED)
    const timer = setTimeout(abandon, deadlineMs, grpc.status.DEADLINE_EXCEEDED)
    signal?.addEventListener('abort', cancel, { once: true })
    if (isTooLarge(pending.request)) pending.settle({ code: grpc.status.RESOURCE_EXHAUSTED })
    else copies.take(pending)
  })
}

const nothing = Buffer.alloc(0)

function toFault({ code, fault: wire, cause }: CallResult, path: string): Fault {
  const thrown = wire === undefined ? undefined : faultFromWire(wire.toString())
  // A misconfiguration of ours, which must not look like a customer who is not authenticated.
  if (thrown?.code === internalSecretRefused || thrown?.code === methodRefused)
    return fault('internal', thrown.message, { code: thrown.code })
  if (thrown) return thrown
  const reason = cause ?? new Error(grpc.status[code])
  const isUnavailable = [grpc.status.UNAVAILABLE, grpc.status.DEADLINE_EXCEEDED, grpc.status.CANCELLED].includes(code)
  return isUnavailable
    ? fault('unavailable', 'A service that this needs does not answer.', { retryAfterSeconds: 1, cause: reason })
    : fault('internal', `The call ${path} failed.`, { cause: reason })
}
