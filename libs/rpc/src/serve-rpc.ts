import { createHash, timingSafeEqual } from 'node:crypto'
import * as grpc from '@grpc/grpc-js'
import { Fault, fault, faultTable, faultToWire } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import { rpcServerDuration } from '@pagebell/runtime/metrics'
import { errorType, markFailed, openSpan } from '@pagebell/runtime/span'
import { HealthImplementation, service as healthService } from 'grpc-health-check'
import { type Contract, internalSecretRefused, type MethodName, type Shape } from './contracts.ts'

export type Call = {
  /** Aborted when the deadline has passed or the caller has gone. */
  signal: AbortSignal
  log: Log
}

type Answering<M> = M extends { request: infer Request; reply: infer Reply }
  ? (request: Request, call: Call) => Promise<Reply>
  : never

export type Handlers<Definition> = { [Key in keyof Definition as MethodName<Key>]: Answering<Shape<Definition[Key]>> }

/** The handler of one method, for the file that holds it: `Handler<typeof Reports, 'getReport'>`. */
export type Handler<Of, Method extends string> =
  Of extends Contract<infer Definition>
    ? Method extends keyof Handlers<Definition>
      ? Handlers<Definition>[Method]
      : never
    : never

export type Implementation = { contract: Contract<unknown>; handlers: Record<string, Untyped> }
type Untyped = (request: never, call: Call) => Promise<object>

/** Puts a contract and its handlers together; one is missing or too many is a compile error. */
export function implement<Definition>(
  contract: Contract<Definition>,
  handlers: NoInfer<Handlers<Definition>>,
): Implementation {
  return { contract, handlers: handlers as unknown as Record<string, Untyped> }
}

export type RpcServer = AsyncDisposable & { port: number }

/**
 * Serves the contracts to callers that know the internal secret, and grpc.health.v1 to everyone. Disposing lets calls
 * under way finish, at most ten seconds.
 */
export async function serveRpc(options: {
  port: number
  host?: string | undefined
  internalToken: string
  log: Log
  services: Implementation[]
}): Promise<RpcServer> {
  const server = new grpc.Server({
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
  })
  const secret = digest(options.internalToken)
  const health = new HealthImplementation({ '': 'SERVING' })
  for (const { contract, handlers } of options.services) {
    const bound = Object.entries(handlers).map(([method, handler]) => [method, answer(handler, secret, options.log)])
    server.addService(contract.definition, Object.fromEntries(bound))
    health.setStatus(contract.name, 'SERVING')
  }
  server.addService(healthService, health as unknown as grpc.UntypedServiceImplementation)
  const port = await new Promise<number>((resolve, reject) => {
    const address = `${options.host ?? '127.0.0.1'}:${options.port}`
    server.bindAsync(address, grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return { port, [Symbol.asyncDispose]: () => stop(server) }
}

function answer(handler: Untyped, secret: Buffer, log: Log): grpc.handleUnaryCall<never, object> {
  return (call, callback) => {
    const abort = new AbortController()
    call.on('cancelled', () => abort.abort(fault('unavailable', 'The caller has gone.')))
    const began = performance.now()
    const method = call.getPath().slice(1)
    const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': method }
    const traceparent = call.metadata.get('traceparent')[0]?.toString()
    const { span, run } = openSpan(traceparent, { name: method, kind: 'server', attributes })
    const end = (code: grpc.status): void => {
      const status = grpc.status[code]
      span.setAttribute('rpc.response.status_code', status).end()
      rpcServerDuration.record((performance.now() - began) / 1_000, {
        'rpc.method': method,
        'rpc.response.status_code': status,
      })
    }
    run(() => {
      const presented = call.metadata.get('internal-token')[0]?.toString() ?? ''
      const outcome = timingSafeEqual(digest(presented), secret)
        ? Promise.try(handler, call.request, { signal: abort.signal, log })
        : Promise.reject(
            fault('unauthenticated', 'The internal secret is missing or wrong.', { code: internalSecretRefused }),
          )
      outcome.then(
        (reply) => {
          callback(null, reply)
          end(grpc.status.OK)
        },
        (error: unknown) => {
          const status = toStatus(error, log, call.getPath())
          callback(status)
          if (isOurFailure(error)) markFailed(span, error)
          else span.setAttribute('error.type', errorType(error))
          end(status.code ?? grpc.status.UNKNOWN)
        },
      )
    })
  }
}

/** A refusal is an answer; a server that failed is marked in its trace. */
const isOurFailure = (error: unknown): boolean =>
  !(error instanceof Fault) || error.kind === 'internal' || error.kind === 'unavailable'

function toStatus(error: unknown, log: Log, method: string): Partial<grpc.StatusObject> {
  const known = error instanceof Fault ? error : fault('internal', 'Something failed inside.', { cause: error })
  if (known.kind === 'internal') log.error({ err: error, rpc: method }, 'a call failed')
  const metadata = new grpc.Metadata()
  metadata.set('fault-bin', Buffer.from(JSON.stringify(faultToWire(known))))
  return { code: faultTable[known.kind].grpc, details: known.code, metadata }
}

async function stop(server: grpc.Server): Promise<void> {
  const forced = setTimeout(() => server.forceShutdown(), 10_000)
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()))
  clearTimeout(forced)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
