import * as grpc from '@grpc/grpc-js'
import type { Open } from '@pagebell/protos/rpc/v1/Open'
import type { ToCaller__Output as ToCaller } from '@pagebell/protos/rpc/v1/ToCaller'
import type { ToServer } from '@pagebell/protos/rpc/v1/ToServer'
import type { CallUnderWay, Outcome } from './call-under-way.ts'
import { Carriage as contract } from './carriage-contract.ts'
import { type Credentials, toMetadata } from './credentials.ts'
import { gatherFrames } from './gather-frames.ts'

export type Carriage = {
  /** Only while it is open. */
  carry(call: CallUnderWay): void
  /** Takes no more calls, and ends once those under way are answered. */
  retire(): void
  /** Ends at once; what is under way fails. */
  cancel(): void
  /** Fulfilled when the stream has ended. */
  ended: Promise<void>
}

type Events = {
  /** The server takes calls. */
  onOpen(): void
  /** It takes no more; `unsent` have not left this process, and belong elsewhere. */
  onClosed(unsent: CallUnderWay[], why: Outcome | 'leaving'): void
}

type Frame = { open: CallUnderWay; id: number } | { cancel: number }

/** Opens a stream that carries many calls to one copy of a service. It closes once, by itself or when it is told to leave. */
export function openCarriage(client: grpc.Client, credentials: Credentials, { onOpen, onClosed }: Events): Carriage {
  const { path, requestSerialize, responseDeserialize } = carry
  const stream = client.makeBidiStreamRequest<ToServer, ToCaller>(
    path,
    requestSerialize as (value: ToServer) => Buffer,
    responseDeserialize as (bytes: Buffer) => ToCaller,
    toMetadata(credentials),
  )
  const sent = new Map<number, CallUnderWay>()
  const queued = new Map<number, CallUnderWay>()
  let lastId = 0
  let state: 'opening' | 'open' | 'closed' = 'opening'

  const out = gatherFrames<Frame>((frames, done) => {
    const opens: Open[] = []
    const cancels: number[] = []
    const now = performance.now()
    for (const frame of frames) {
      if ('cancel' in frame) cancels.push(frame.cancel)
      // One that was withdrawn while it waited is not sent at all.
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

  function close(why: Outcome | 'leaving'): void {
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
  // The status says the same, and more.
  stream.on('error', () => undefined)
  // What was answered before the end is read before it counts.
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
    // Whether the server has done what they asked for is not known.
    for (const call of sent.values()) call.settle({ code: grpc.status.UNAVAILABLE, cause })
    sent.clear()
  })

  return {
    carry(call) {
      lastId = (lastId % lastIdAtMost) + 1
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

const lastIdAtMost = 2 ** 31 - 1

const found = contract.definition['Carry']
if (found === undefined) throw new Error('The contract of the carriage declares no Carry.')
const carry = found

const toOpen = (id: number, { path, request, traceparent, until }: CallUnderWay, now: number): Open => ({
  id,
  method: path,
  request,
  deadline_ms: Math.max(1, Math.ceil(until - now)),
  ...(traceparent === undefined ? {} : { traceparent }),
})

const sizeOf = (frame: Frame): number => ('cancel' in frame ? 4 : frame.open.request.length + 128)
