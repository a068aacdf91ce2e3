import * as grpc from '@grpc/grpc-js'
import { fault, faultToWire } from '@pagebell/faults/fault'
import type { Open__Output as Open } from '@pagebell/protos/rpc/v1/Open'
import type { Result } from '@pagebell/protos/rpc/v1/Result'
import type { ToCaller } from '@pagebell/protos/rpc/v1/ToCaller'
import type { ToServer__Output as ToServer } from '@pagebell/protos/rpc/v1/ToServer'
import type { Log } from '@pagebell/runtime/log'
import { answerCall, toRefusal, toStatus, type Untyped } from './answer-call.ts'
import type { Admission } from './credentials.ts'
import { gatherFrames, isTooLarge } from './gather-frames.ts'

/** Calls of one caller that are under way at once; what is more is refused. */
const callsAtMost = 10_000
/** Bytes of answers that a caller has not read; until it does, no more calls of it are read. */
const unreadBytesAtMost = 16 * 1_024 * 1_024

export type Method = { definition: grpc.MethodDefinition<object, object>; handler: Untyped }
export type CarriageStream = grpc.ServerDuplexStream<ToServer, ToCaller>

export type Carriages = {
  /** Takes calls from the stream of a known caller. */
  serve(stream: CarriageStream, admission: Admission): void
  /** From now on every caller is told to go elsewhere; what they have asked is answered, and then they end their streams. */
  leave(): void
}

/** Serves methods, by their path, over streams that carry many calls each. */
export function serveCarriages(methods: ReadonlyMap<string, Method>, log: Log): Carriages {
  const leavings = new Set<() => void>()
  let leaving = false

  return {
    serve(stream, admission) {
      if (leaving) return refuse(stream, log)
      const leave = serveOne(stream, admission, methods, log)
      leavings.add(leave)
      stream.on('close', () => leavings.delete(leave))
    },
    leave() {
      leaving = true
      for (const leave of leavings) leave()
    },
  }
}

function refuse(stream: CarriageStream, log: Log): void {
  stream.emit('error', toStatus(toRefusal(fault('unavailable', 'This copy is about to stop.'), log, stream.getPath())))
}

type Frame = Result | 'leaving'
type UnderWay = { abort: AbortController; timer: NodeJS.Timeout }

/** Answers what tells the caller that this copy is about to stop. */
function serveOne(
  stream: CarriageStream,
  admission: Admission,
  methods: ReadonlyMap<string, Method>,
  log: Log,
): () => void {
  const underWay = new Map<number, UnderWay>()
  let unwritten = 0
  let unreadBytes = 0
  let callerIsDone = false

  const out = gatherFrames<Frame>((frames, done) => {
    const results = frames.filter((frame) => frame !== 'leaving')
    stream.write({ results, leaving: results.length < frames.length }, (error?: Error | null) => {
      if (error) return
      unwritten -= results.length
      for (const result of results) unreadBytes -= sizeOf(result)
      if (stream.isPaused() && unreadBytes <= unreadBytesAtMost) stream.resume()
      done()
      endIfDone()
    })
  }, sizeOf)

  function tell(result: Result): void {
    unwritten++
    unreadBytes += sizeOf(result)
    if (unreadBytes > unreadBytesAtMost) stream.pause()
    out.push(result)
  }

  function endIfDone(): void {
    if (callerIsDone && underWay.size === 0 && unwritten === 0) stream.end()
  }

  function forget(id: number): void {
    clearTimeout(underWay.get(id)?.timer)
    underWay.delete(id)
  }

  function giveUp(id: number): void {
    underWay.get(id)?.abort.abort(fault('unavailable', 'The caller has gone.'))
    forget(id)
  }

  function begin(open: Open): void {
    const { id, method: path } = open
    const method = methods.get(path)
    if (method === undefined) tell({ id, code: grpc.status.UNIMPLEMENTED, details: 'There is no such method.' })
    else if (underWay.size >= callsAtMost) tell({ id, ...tooManyCalls })
    else answer(open, method)
  }

  function answer({ id, method: path, request, deadline_ms, traceparent }: Open, method: Method): void {
    const { definition, handler } = method
    const abort = new AbortController()
    const timer = setTimeout(() => {
      giveUp(id)
      tell({ id, code: grpc.status.DEADLINE_EXCEEDED, details: 'The deadline has passed.' })
    }, deadline_ms)
    underWay.set(id, { abort, timer })
    const handle = async () => {
      admission(path)
      return handler(definition.requestDeserialize(request) as never, { signal: abort.signal, log })
    }
    void answerCall(handle, { path, traceparent, log }).then((answered) => {
      // Nobody waits for it any more.
      if (underWay.get(id)?.abort !== abort) return
      forget(id)
      tell({ id, ...('reply' in answered ? encode(answered.reply, definition, path, log) : answered) })
    })
  }

  stream.on('data', ({ opens, cancels }: ToServer) => {
    for (const open of opens) begin(open)
    for (const id of cancels) giveUp(id)
    endIfDone()
  })
  stream.on('end', () => {
    callerIsDone = true
    endIfDone()
  })
  stream.on('cancelled', () => {
    for (const id of underWay.keys()) giveUp(id)
  })
  // Tells the caller that it may send.
  stream.sendMetadata(new grpc.Metadata())
  return () => out.push('leaving')
}

const tooManyCalls = {
  code: grpc.status.RESOURCE_EXHAUSTED,
  details: 'too_many_calls',
  fault: Buffer.from(
    JSON.stringify(
      faultToWire(fault('unavailable', 'Too many calls at once.', { code: 'too_many_calls', retryAfterSeconds: 1 })),
    ),
  ),
}

function encode(reply: object, definition: Method['definition'], path: string, log: Log): Omit<Result, 'id'> {
  try {
    const encoded = definition.responseSerialize(reply)
    if (!isTooLarge(encoded)) return { code: grpc.status.OK, reply: encoded }
    log.error({ rpc: path, bytes: encoded.length }, 'an answer is too large')
    return { code: grpc.status.RESOURCE_EXHAUSTED, details: 'The answer is too large.' }
  } catch (error) {
    return toRefusal(error, log, path)
  }
}

const sizeOf = (frame: Frame): number => (frame === 'leaving' ? 0 : (frame.reply?.length ?? 0) + 16)
