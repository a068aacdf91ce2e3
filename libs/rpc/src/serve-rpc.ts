import { createHash, timingSafeEqual } from 'node:crypto'
import * as grpc from '@grpc/grpc-js'
import { fault } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import { HealthImplementation, service as healthService } from 'grpc-health-check'
import { answerCall, type Call, toRefusal, toStatus, type Untyped } from './answer-call.ts'
import { Carriage, messageBytesAtMost } from './carriage-contract.ts'
import { type Contract, internalSecretRefused, type MethodName, type Shape } from './contracts.ts'
import { type CarriageStream, type Method, serveCarriages } from './serve-carriages.ts'

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
    'grpc.max_receive_message_length': messageBytesAtMost,
  })
  const knowsSecret = secretCheck(options.internalToken)
  const methods = new Map<string, Method>()
  const health = new HealthImplementation({ '': 'SERVING' })
  for (const { contract, handlers } of options.services) {
    const bound = Object.entries(handlers).map(([name, handler]) => {
      const definition = definitionOf(contract, name)
      methods.set(definition.path, { definition, handler })
      return [name, unary(handler, knowsSecret, options.log)]
    })
    server.addService(contract.definition, Object.fromEntries(bound))
    health.setStatus(contract.name, 'SERVING')
  }
  const carriages = serveCarriages(methods, options.log)
  const carry = (stream: CarriageStream): void => {
    if (knowsSecret(stream.metadata)) carriages.serve(stream)
    else stream.emit('error', toStatus(toRefusal(unknownCaller(), options.log, stream.getPath())))
  }
  server.addService(Carriage.definition, { carry })
  server.addService(healthService, health as unknown as grpc.UntypedServiceImplementation)
  const port = await new Promise<number>((resolve, reject) => {
    const address = `${options.host ?? '127.0.0.1'}:${options.port}`
    server.bindAsync(address, grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return {
    port,
    async [Symbol.asyncDispose]() {
      carriages.leave()
      await stop(server)
    },
  }
}

function definitionOf(contract: Contract<unknown>, name: string): Method['definition'] {
  const found = contract.definition[name.charAt(0).toUpperCase() + name.slice(1)]
  if (found === undefined) throw new Error(`${contract.name} declares no ${name}.`)
  return found
}

function unary(handler: Untyped, knowsSecret: SecretCheck, log: Log): grpc.handleUnaryCall<never, object> {
  return (call, callback) => {
    const abort = new AbortController()
    call.on('cancelled', () => abort.abort(fault('unavailable', 'The caller has gone.')))
    const traceparent = call.metadata.get('traceparent')[0]?.toString()
    const handle = async () => {
      if (!knowsSecret(call.metadata)) throw unknownCaller()
      return handler(call.request, { signal: abort.signal, log })
    }
    void answerCall(handle, { path: call.getPath(), traceparent, log }).then((answer) =>
      'reply' in answer ? callback(null, answer.reply) : callback(toStatus(answer)),
    )
  }
}

type SecretCheck = (metadata: grpc.Metadata) => boolean

function secretCheck(internalToken: string): SecretCheck {
  const secret = digest(internalToken)
  return (metadata) => timingSafeEqual(digest(metadata.get('internal-token')[0]?.toString() ?? ''), secret)
}

const unknownCaller = () =>
  fault('unauthenticated', 'The internal secret is missing or wrong.', { code: internalSecretRefused })

/** Lets calls under way finish, also those on streams: their callers end them once they are told to go elsewhere. */
async function stop(server: grpc.Server): Promise<void> {
  const forced = setTimeout(() => server.forceShutdown(), 10_000)
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()))
  clearTimeout(forced)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
