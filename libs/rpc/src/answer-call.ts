import * as grpc from '@grpc/grpc-js'
import { Fault, fault, faultTable, faultToWire } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import { rpcServerDuration } from '@pagebell/runtime/metrics'
import { errorType, markFailed, openSpan } from '@pagebell/runtime/span'

export type Call = {
  /** Aborted when the deadline has passed or the caller has gone. */
  signal: AbortSignal
  log: Log
}

/** A method as the server holds it, its types left behind. */
export type Untyped = (request: never, call: Call) => Promise<object>

/** What a method's caller is told, whichever way the call has come. */
export type Answer = { reply: object } | Refusal
export type Refusal = { code: grpc.status; details: string; fault: Buffer }

/** Does what a call asks for, in its trace, counted and logged; never rejects. */
export function answerCall(
  handler: () => Promise<object>,
  { path, traceparent, log }: { path: string; traceparent: string | undefined; log: Log },
): Promise<Answer> {
  const began = performance.now()
  const method = path.slice(1)
  const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': method }
  const { span, run } = openSpan(traceparent, { name: method, kind: 'server', attributes })
  const end = (code: grpc.status): void => {
    const status = grpc.status[code]
    span.setAttribute('rpc.response.status_code', status).end()
    rpcServerDuration.record((performance.now() - began) / 1_000, {
      'rpc.method': method,
      'rpc.response.status_code': status,
    })
  }
  return run(() =>
    Promise.try(handler).then(
      (reply) => {
        end(grpc.status.OK)
        return { reply }
      },
      (error: unknown) => {
        const refusal = toRefusal(error, log, path)
        if (isOurFailure(error)) markFailed(span, error)
        else span.setAttribute('error.type', errorType(error))
        end(refusal.code)
        return refusal
      },
    ),
  )
}

/** How an error is told to the caller; what broke inside stays in the log. */
export function toRefusal(error: unknown, log: Log, path: string): Refusal {
  const known = error instanceof Fault ? error : fault('internal', 'Something failed inside.', { cause: error })
  if (known.kind === 'internal') log.error({ err: error, rpc: path }, 'a call failed')
  return {
    code: faultTable[known.kind].grpc,
    details: known.code,
    fault: Buffer.from(JSON.stringify(faultToWire(known))),
  }
}

/** A refusal as the status of a stream or of a unary call. */
export function toStatus({ code, details, fault }: Refusal): grpc.StatusObject {
  const metadata = new grpc.Metadata()
  metadata.set('fault-bin', fault)
  return { code, details, metadata }
}

/** A refusal is an answer; a server that failed is marked in its trace. */
const isOurFailure = (error: unknown): boolean =>
  !(error instanceof Fault) || error.kind === 'internal' || error.kind === 'unavailable'
