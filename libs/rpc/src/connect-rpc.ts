import * as grpc from '@grpc/grpc-js'
import { type Fault, fault, faultFromWire } from '@pagebell/faults/fault'
import { rpcClientDuration } from '@pagebell/runtime/metrics'
import { inSpan, type Spanning } from '@pagebell/runtime/span'
import { currentTraceparent } from '@pagebell/runtime/trace'
import type { CallUnderWay, Outcome } from './call-under-way.ts'
import { type Contract, internalSecretRefused, type MethodName, methodRefused, type Shape } from './contracts.ts'
import type { Credentials } from './credentials.ts'
import { isTooLarge } from './gather-frames.ts'
import { type Copies, reachCopies } from './reach-copies.ts'

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

/**
 * A client whose methods are promises. A call that fails throws the Fault that the server threw; a server that cannot be
 * reached or does not answer in time is `unavailable`. Calls made while the server starts, or while it is gone for a
 * moment, wait for it within their deadline. Several addresses, comma-separated, are used in turn; a host name is resolved
 * to all it stands for.
 */
export function connectRpc<Definition>(
  contract: Contract<Definition>,
  { address, ...credentials }: { address: string } & Credentials,
): RpcClient<Contract<Definition>> {
  const copies = reachCopies(address, credentials)
  const calls = Object.fromEntries(
    Object.entries(contract.definition).map(([name, method]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      (input: object, options?: CallOptions) =>
        inSpan(spanning(method.path), () => call(copies, method, input, options ?? {})),
    ]),
  )
  const lifetime = {
    ready: (deadlineMs = 2_000) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(fault('unavailable', `${contract.name} does not answer.`)), deadlineMs)
        void copies.ready().then(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
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
    const began = performance.now()
    let isSettled = false
    const underWay: CallUnderWay = {
      path,
      request: requestSerialize(input),
      traceparent: currentTraceparent(),
      until: began + deadlineMs,
      settle(outcome) {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancel)
        rpcClientDuration.record((performance.now() - began) / 1_000, {
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
    const giveUp = (code: grpc.status): void => {
      underWay.withdraw()
      underWay.settle({ code })
    }
    const cancel = (): void => giveUp(grpc.status.CANCELLED)
    const timer = setTimeout(giveUp, deadlineMs, grpc.status.DEADLINE_EXCEEDED)
    signal?.addEventListener('abort', cancel, { once: true })
    if (isTooLarge(underWay.request)) underWay.settle({ code: grpc.status.RESOURCE_EXHAUSTED })
    else copies.take(underWay)
  })
}

const nothing = Buffer.alloc(0)

function toFault({ code, fault: wire, cause }: Outcome, path: string): Fault {
  const thrown = wire === undefined ? undefined : faultFromWire(wire.toString())
  // Ours to mend, and not to be mistaken for a customer who is not authenticated.
  if (thrown?.code === internalSecretRefused || thrown?.code === methodRefused)
    return fault('internal', thrown.message, { code: thrown.code })
  if (thrown) return thrown
  const why = cause ?? new Error(grpc.status[code])
  const away = [grpc.status.UNAVAILABLE, grpc.status.DEADLINE_EXCEEDED, grpc.status.CANCELLED].includes(code)
  return away
    ? fault('unavailable', 'A service that this needs does not answer.', { retryAfterSeconds: 1, cause: why })
    : fault('internal', `The call ${path} failed.`, { cause: why })
}
