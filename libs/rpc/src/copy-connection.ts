import * as grpc from '@grpc/grpc-js'
import { type Credentials, toMetadata } from './credentials.ts'
import { type MuxStream, openMux } from './mux-client.ts'
import { maxMessageBytes } from './mux-contract.ts'
import type { CallResult, PendingCall } from './pending-call.ts'

const channelOptions: grpc.ClientOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.max_receive_message_length': maxMessageBytes,
  // All responses of a copy share one stream, and HTTP/2's default of 64 KB holds five reports per round trip.
  'grpc-node.flow_control_window': 4 * 1_024 * 1_024,
}

/** Milliseconds between attempts to reconnect, doubled with every consecutive failure. */
const backoffMs = { min: 50, max: 1_000 }

export type Copy = {
  /** `connecting` until the first attempt is over. */
  state(): 'connecting' | 'ready' | 'away'
  /** Only while it is ready. */
  take(call: PendingCall): void
  /** Takes no more calls, and waits this long for the responses of those in progress. */
  close(timeoutMs: number): Promise<void>
}

type Events = {
  onReady(): void
  /** It was ready and no longer is. `unsent` calls have not left this process. */
  onLost(unsent: PendingCall[]): void
  /** An attempt to reach it has failed. */
  onFailed(why: CallResult): void
}

/**
 * Keeps a connection to one copy of a service: a multiplexed stream where it serves one, else unary calls.
 * Reconnects by itself.
 */
export function connectCopy(target: string, credentials: Credentials, events: Events): Copy {
  const client = new grpc.Client(target, grpc.credentials.createInsecure(), channelOptions)
  const streams = new Set<MuxStream>()
  let state: ReturnType<Copy['state']> = 'connecting'
  let take: Copy['take'] | undefined
  let failures = 0
  let closed = false
  let pause: NodeJS.Timeout | undefined

  function connect(): void {
    if (closed) return
    let wasOpen = false
    const stream = openMux(client, credentials, {
      onOpen() {
        wasOpen = true
        becomeReady(stream.carry)
      },
      onClosed(unsent, why) {
        if (wasOpen) lose(unsent)
        else if (why !== 'leaving' && why.code === grpc.status.UNIMPLEMENTED) becomeReady(useUnaryCalls())
        else if (why !== 'leaving') fail(why)
      },
    })
    streams.add(stream)
    void stream.ended.then(() => streams.delete(stream))
  }

  function becomeReady(by: Copy['take']): void {
    state = 'ready'
    take = by
    failures = 0
    events.onReady()
  }

  function lose(unsent: PendingCall[]): void {
    take = undefined
    state = 'away'
    connectLater()
    events.onLost(unsent)
  }

  function fail(why: CallResult): void {
    state = 'away'
    failures++
    connectLater()
    events.onFailed(why)
  }

  function connectLater(): void {
    if (closed) return
    const ms = Math.min(backoffMs.max, backoffMs.min * 2 ** failures)
    pause = setTimeout(() => client.waitForReady(Infinity, () => connect()), ms)
    pause.unref()
  }

  /** This server serves no multiplexed stream: plain unary calls, for as long as the connection lasts. */
  function useUnaryCalls(): Copy['take'] {
    const channel = client.getChannel()
    channel.watchConnectivityState(grpc.connectivityState.READY, Infinity, () => {
      if (!closed) lose([])
    })
    return (call) => {
      const metadata = toMetadata(credentials, { waitForReady: true })
      if (call.traceparent !== undefined) metadata.set('traceparent', call.traceparent)
      const deadline = Date.now() + (call.until - performance.now())
      const pending = client.makeUnaryRequest(
        call.path,
        (request: Buffer) => request,
        (reply: Buffer) => reply,
        call.request,
        metadata,
        { deadline },
        (error, reply) =>
          call.settle(
            error
              ? { code: error.code, fault: error.metadata?.get('fault-bin')[0] as Buffer | undefined, cause: error }
              : { code: grpc.status.OK, reply },
          ),
      )
      call.withdraw = () => pending.cancel()
    }
  }

  connect()
  return {
    state: () => state,
    take: (call) => take?.(call),
    async close(timeoutMs) {
      closed = true
      clearTimeout(pause)
      for (const stream of streams) stream.retire()
      const forced = setTimeout(() => {
        for (const stream of streams) stream.cancel()
      }, timeoutMs)
      await Promise.all([...streams].map(({ ended }) => ended))
      clearTimeout(forced)
      client.close()
    },
  }
}
