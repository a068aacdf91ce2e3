import * as grpc from '@grpc/grpc-js'
import { Fault, fault, faultTable, faultToWire } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import { errorType, markFailed, openSpan } from '@pagebell/runtime/span'
import { rpcServerDuration } from './metrics.ts'

export type Call = {
  /** Aborted when the deadline has passed or the caller has gone. */
  signal: AbortSignal
  log: Log
}

/** A method as the server holds it, its types left behind. */
export type Untyped = (request: never, call: Call) => Promise<object>

/** The result of a call, unary or multiplexed. */
export type Answer = { reply: object } | Refusal
export type Refusal = { code: grpc.status; details: string; fault: Buffer }

/** Runs the handler of a call in its trace, counts and logs it; never rejects. */
export function answerCall(
  handler: () => Promise<object>,
  { path, traceparent, log }: { path: string; traceparent: string | undefined; log: Log },
): Promise<Answer> {
  const startedAt = performance.now()
  const method = path.slice(1)
  const attributes = { 'rpc.system.name': 'grpc', 'rpc.method': method }
  const { span, run } = openSpan(traceparent, { name: method, kind: 'server', attributes })
  const end = (code: grpc.status): void => {
    const status = grpc.status[code]
    span.setAttribute('rpc.response.status_code', status).end()
    rpcServerDuration.record((performance.now() - startedAt) / 1_000, {
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

/** The status that the caller gets; the cause of an internal error stays in the log. */
export function toRefusal(error: unknown, log: Log, path: string): Refusal {
  const known = error instanceof Fault ? error : fault('internal', 'Internal error.', { cause: error })
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

/** Marked in the trace, unlike a refusal. */
const isOurFailure = (error: unknown): boolean =>
  !(error instanceof Fault) || error.kind === 'internal' || error.kind === 'unavailable'
