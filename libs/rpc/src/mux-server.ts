import * as grpc from '@grpc/grpc-js'
import { fault, faultToWire } from '@pagebell/faults/fault'
import type {
  Open__Output as Open,
  Result,
  ToCaller,
  ToServer__Output as ToServer,
} from '@pagebell/protos/rpc/v1/carriage'
import type { Log } from '@pagebell/runtime/log'
import { answerCall, toRefusal, toStatus, type Untyped } from './answer-call.ts'
import type { Admission } from './credentials.ts'
import { batchFrames, isTooLarge } from './frame-batcher.ts'

/** Calls of one caller in progress at once; more are refused. */
const maxCalls = 10_000
/** Bytes of responses that a caller has not read; above that, no more of its calls are read. */
const maxUnreadBytes = 16 * 1_024 * 1_024

export type Method = { definition: grpc.MethodDefinition<object, object>; handler: Untyped }
export type MuxServerStream = grpc.ServerDuplexStream<ToServer, ToCaller>

export type MuxServer = {
  /** Takes calls from the stream of a known caller. */
  serve(stream: MuxServerStream, admission: Admission): void
  /** Tells every caller to use another copy; calls in progress are answered, and then callers end their streams. */
  leave(): void
}

/** Serves methods, by their path, over multiplexed streams. */
export function serveMux(methods: ReadonlyMap<string, Method>, log: Log): MuxServer {
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

function refuse(stream: MuxServerStream, log: Log): void {
  stream.emit('error', toStatus(toRefusal(fault('unavailable', 'This copy is about to stop.'), log, stream.getPath())))
}

type Frame = Result | 'leaving'
type InProgress = { abort: AbortController; timer: NodeJS.Timeout }

/** Returns a function that notifies the caller that this copy is about to stop. */
function serveOne(
  stream: MuxServerStream,
  admission: Admission,
  methods: ReadonlyMap<string, Method>,
  log: Log,
): () => void {
  const inProgress = new Map<number, InProgress>()
  let unwritten = 0
  let unreadBytes = 0
  let callerIsDone = false

  const out = batchFrames<Frame>((frames, done) => {
    const results = frames.filter((frame) => frame !== 'leaving')
    stream.write({ results, leaving: results.length < frames.length }, (error?: Error | null) => {
      if (error) return
      unwritten -= results.length
      for (const result of results) unreadBytes -= sizeOf(result)
      if (stream.isPaused() && unreadBytes <= maxUnreadBytes) stream.resume()
      done()
      endIfDone()
    })
  }, sizeOf)

  function send(result: Result): void {
    unwritten++
    unreadBytes += sizeOf(result)
    if (unreadBytes > maxUnreadBytes) stream.pause()
    out.push(result)
  }

  function endIfDone(): void {
    if (callerIsDone && inProgress.size === 0 && unwritten === 0) stream.end()
  }

  function forget(id: number): void {
    clearTimeout(inProgress.get(id)?.timer)
    inProgress.delete(id)
  }

  function abandon(id: number): void {
    inProgress.get(id)?.abort.abort(fault('unavailable', 'The caller has gone.'))
    forget(id)
  }

  function begin(open: Open): void {
    const { id, method: path } = open
    const method = methods.get(path)
    if (method === undefined) send({ id, code: grpc.status.UNIMPLEMENTED, details: 'There is no such method.' })
    else if (inProgress.size >= maxCalls) send({ id, ...tooManyCalls })
    else answer(open, method)
  }

  function answer({ id, method: path, request, deadline_ms, traceparent }: Open, method: Method): void {
    const { definition, handler } = method
    const abort = new AbortController()
    const timer = setTimeout(() => {
      abandon(id)
      send({ id, code: grpc.status.DEADLINE_EXCEEDED, details: 'The deadline has passed.' })
    }, deadline_ms)
    inProgress.set(id, { abort, timer })
    const handle = async () => {
      admission(path)
      return handler(definition.requestDeserialize(request) as never, { signal: abort.signal, log })
    }
    void answerCall(handle, { path, traceparent, log }).then((answered) => {
      // It has been cancelled.
      if (inProgress.get(id)?.abort !== abort) return
      forget(id)
      send({ id, ...('reply' in answered ? encode(answered.reply, definition, path, log) : answered) })
    })
  }

  stream.on('data', ({ opens, cancels }: ToServer) => {
    for (const open of opens) begin(open)
    for (const id of cancels) abandon(id)
    endIfDone()
  })
  stream.on('end', () => {
    callerIsDone = true
    endIfDone()
  })
  stream.on('cancelled', () => {
    for (const id of inProgress.keys()) abandon(id)
  })
  // The caller may send once it has the metadata.
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
    log.error({ rpc: path, bytes: encoded.length }, 'a response is too large')
    return { code: grpc.status.RESOURCE_EXHAUSTED, details: 'The response is too large.' }
  } catch (error) {
    return toRefusal(error, log, path)
  }
}

const sizeOf = (frame: Frame): number => (frame === 'leaving' ? 0 : (frame.reply?.length ?? 0) + 16)
