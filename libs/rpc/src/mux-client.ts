import * as grpc from '@grpc/grpc-js'
import type { Open, ToCaller__Output as ToCaller, ToServer } from '@pagebell/protos/rpc/v1/carriage'
import { type Credentials, toMetadata } from './credentials.ts'
import { batchFrames } from './frame-batcher.ts'
import { Mux as contract } from './mux-contract.ts'
import type { CallResult, PendingCall } from './pending-call.ts'

export type MuxStream = {
  /** Only while it is open. */
  carry(call: PendingCall): void
  /** Takes no more calls, and ends once those in progress are answered. */
  retire(): void
  /** Ends at once; calls in progress fail. */
  cancel(): void
  /** Fulfilled when the stream has ended. */
  ended: Promise<void>
}

type Events = {
  /** The server takes calls. */
  onOpen(): void
  /** It takes no more; `unsent` calls have not left this process and can go to another copy. */
  onClosed(unsent: PendingCall[], why: CallResult | 'leaving'): void
}

type Frame = { open: PendingCall; id: number } | { cancel: number }

/** Opens a stream that multiplexes calls to one copy of a service. It closes once, by itself or when the server is leaving. */
export function openMux(client: grpc.Client, credentials: Credentials, { onOpen, onClosed }: Events): MuxStream {
  const { path, requestSerialize, responseDeserialize } = carry
  const stream = client.makeBidiStreamRequest<ToServer, ToCaller>(
    path,
    requestSerialize as (value: ToServer) => Buffer,
    responseDeserialize as (bytes: Buffer) => ToCaller,
    toMetadata(credentials),
  )
  const sent = new Map<number, PendingCall>()
  const queued = new Map<number, PendingCall>()
  let lastId = 0
  let state: 'opening' | 'open' | 'closed' = 'opening'

  const out = batchFrames<Frame>((frames, done) => {
    const opens: Open[] = []
    const cancels: number[] = []
    const now = performance.now()
    for (const frame of frames) {
      if ('cancel' in frame) cancels.push(frame.cancel)
      // A call that was withdrawn while queued is not sent.
      else if (queued.delete(frame.id)) {
        sent.set(frame.id, frame.open)
        opens.push(toOpen(frame.id, frame.open, now))
      }
    }
    const written = (error?: Error | null): void => {
      if (error) return
      done()
      endIfDone()
    }
    if (opens.length + cancels.length === 0) written()
    else stream.write({ opens, cancels }, written)
  }, sizeOf)

  function close(why: CallResult | 'leaving'): void {
    if (state === 'closed') return
    state = 'closed'
    const unsent = [...queued.values()]
    queued.clear()
    onClosed(unsent, why)
  }

  function endIfDone(): void {
    if (state === 'closed' && sent.size === 0 && out.isIdle() && !stream.writableEnded) stream.end()
  }

  stream.on('metadata', () => {
    // A refusal comes without: its metadata is that of the end.
    if (state !== 'opening') return
    state = 'open'
    onOpen()
  })
  stream.on('data', ({ results, leaving }: ToCaller) => {
    for (const { id, code, reply, fault } of results) {
      const call = sent.get(id)
      sent.delete(id)
      call?.settle({ code, reply, fault })
    }
    if (leaving) close('leaving')
    endIfDone()
  })
  // The `status` event has the same error with more details.
  stream.on('error', () => undefined)
  // The end is handled after all results before it are read.
  const read = new Promise<void>((resolve) => void stream.on('end', resolve))
  const status = new Promise<grpc.StatusObject>((resolve) => void stream.on('status', resolve))
  const ended = Promise.all([status, read]).then(([{ code, details, metadata }]) => {
    const fault = metadata.get('fault-bin')[0]
    const cause = new Error(
      `The stream of ${client.getChannel().getTarget()} has ended: ${grpc.status[code]} ${details}`,
    )
    close({
      code: code === grpc.status.OK ? grpc.status.UNAVAILABLE : code,
      fault: fault === undefined ? undefined : Buffer.from(fault),
      cause,
    })
    // It is unknown whether the server has executed them.
    for (const call of sent.values()) call.settle({ code: grpc.status.UNAVAILABLE, cause })
    sent.clear()
  })

  return {
    carry(call) {
      lastId = (lastId % maxId) + 1
      const id = lastId
      queued.set(id, call)
      call.withdraw = () => {
        if (queued.delete(id) || !sent.delete(id)) return
        out.push({ cancel: id })
        endIfDone()
      }
      out.push({ open: call, id })
    },
    retire() {
      close('leaving')
      endIfDone()
    },
    cancel: () => stream.cancel(),
    ended,
  }
}

const maxId = 2 ** 31 - 1

const found = contract.definition['Carry']
if (found === undefined) throw new Error('The contract of the stream declares no Carry.')
const carry = found

const toOpen = (id: number, { path, request, traceparent, until }: PendingCall, now: number): Open => ({
  id,
  method: path,
  request,
  deadline_ms: Math.max(1, Math.ceil(until - now)),
  ...(traceparent === undefined ? {} : { traceparent }),
})

const sizeOf = (frame: Frame): number => ('cancel' in frame ? 4 : frame.open.request.length + 128)
