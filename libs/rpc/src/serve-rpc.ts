import * as grpc from '@grpc/grpc-js'
import { fault } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import { HealthImplementation, service as healthService } from 'grpc-health-check'
import { answerCall, type Call, toRefusal, toStatus, type Untyped } from './answer-call.ts'
import type { Contract, MethodName, Shape } from './contracts.ts'
import { type Admit, callerCheck, type KnownCallers } from './credentials.ts'
import { Mux, maxMessageBytes } from './mux-contract.ts'
import { type Method, type MuxServerStream, serveMux } from './mux-server.ts'

type Answering<M> = M extends { request: infer Request; reply: infer Reply }
  ? (request: Request, call: Call) => Promise<Reply>
  : never

export type Handlers<Definition> = { [Key in keyof Definition as MethodName<Key>]: Answering<Shape<Definition[Key]>> }

/** The handlers of a contract: `HandlersOf<typeof Reports>`. */
export type HandlersOf<Of> = Of extends Contract<infer Definition> ? Handlers<Definition> : never

/** The handler of one method, for the file that holds it: `Handler<typeof Reports, 'getReport'>`. */
export type Handler<Of, Method extends string> =
  Of extends Contract<infer Definition>
    ? Method extends keyof Handlers<Definition>
      ? Handlers<Definition>[Method]
      : never
    : never

export type Implementation = { contract: Contract<unknown>; handlers: Record<string, Untyped> }

/** Binds handlers to a contract; a missing or superfluous one is a compile error. */
export function implement<Definition>(
  contract: Contract<Definition>,
  handlers: NoInfer<Handlers<Definition>>,
): Implementation {
  return { contract, handlers: handlers as unknown as Record<string, Untyped> }
}

export type RpcServer = AsyncDisposable & { port: number }

/**
 * Serves to each known caller the methods that call-permissions.ts permits it, and grpc.health.v1 to everyone.
 * Disposing lets calls in progress finish, for ten seconds at most.
 */
export async function serveRpc(
  options: KnownCallers & {
    port: number
    host?: string | undefined
    log: Log
    services: Implementation[]
  },
): Promise<RpcServer> {
  const server = new grpc.Server({
    'grpc.keepalive_time_ms': 30_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.max_receive_message_length': maxMessageBytes,
  })
  const admit = callerCheck(options)
  const methods = new Map<string, Method>()
  const health = new HealthImplementation({ '': 'SERVING' })
  for (const { contract, handlers } of options.services) {
    const bound = Object.entries(handlers).map(([name, handler]) => {
      const definition = definitionOf(contract, name)
      methods.set(definition.path, { definition, handler })
      return [name, unary(handler, admit, options.log)]
    })
    server.addService(contract.definition, Object.fromEntries(bound))
    health.setStatus(contract.name, 'SERVING')
  }
  const mux = serveMux(methods, options.log)
  const carry = (stream: MuxServerStream): void => {
    try {
      mux.serve(stream, admit(stream.metadata))
    } catch (error) {
      stream.emit('error', toStatus(toRefusal(error, options.log, stream.getPath())))
    }
  }
  server.addService(Mux.definition, { carry })
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
      mux.leave()
      await stop(server)
    },
  }
}

function definitionOf(contract: Contract<unknown>, name: string): Method['definition'] {
  const found = contract.definition[name.charAt(0).toUpperCase() + name.slice(1)]
  if (found === undefined) throw new Error(`${contract.name} declares no ${name}.`)
  return found
}

function unary(handler: Untyped, admit: Admit, log: Log): grpc.handleUnaryCall<never, object> {
  return (call, callback) => {
    const abort = new AbortController()
    call.on('cancelled', () => abort.abort(fault('unavailable', 'The caller has gone.')))
    const traceparent = call.metadata.get('traceparent')[0]?.toString()
    const handle = async () => {
      admit(call.metadata)(call.getPath())
      return handler(call.request, { signal: abort.signal, log })
    }
    void answerCall(handle, { path: call.getPath(), traceparent, log }).then((answer) =>
      'reply' in answer ? callback(null, answer.reply) : callback(toStatus(answer)),
    )
  }
}

/** Waits for calls in progress, also those on streams, which callers end when they receive `leaving`. */
async function stop(server: grpc.Server): Promise<void> {
  const forced = setTimeout(() => server.forceShutdown(), 10_000)
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()))
  clearTimeout(forced)
}
