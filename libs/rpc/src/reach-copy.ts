import * as grpc from '@grpc/grpc-js'
import type { CallUnderWay, Outcome } from './call-under-way.ts'
import { messageBytesAtMost } from './carriage-contract.ts'
import { type Credentials, toMetadata } from './credentials.ts'
import { type Carriage, openCarriage } from './open-carriage.ts'

const channelOptions: grpc.ClientOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.max_receive_message_length': messageBytesAtMost,
  // All answers of a copy share one stream, and HTTP/2's own 64 KB hold five reports before a round trip must pass.
  'grpc-node.flow_control_window': 4 * 1_024 * 1_024,
}

/** Between a failure and the next attempt, growing with every failure in a row. */
const pauseMs = { least: 50, most: 1_000 }

export type Copy = {
  /** `connecting` until the first attempt is over. */
  state(): 'connecting' | 'ready' | 'away'
  /** Only while it is ready. */
  take(call: CallUnderWay): void
  /** Takes no more calls, and gives answers that are still to come this long. */
  close(withinMs: number): Promise<void>
}

type Events = {
  onReady(): void
  /** It was ready and is not any more. `unsent` have not left this process. */
  onLost(unsent: CallUnderWay[]): void
  /** An attempt to reach it has failed. */
  onFailed(why: Outcome): void
}

/**
 * Keeps a connection to one copy of a service: a carriage where it serves one, else a channel for plain unary calls.
 * Tries again by itself, for ever.
 */
export function reachCopy(target: string, credentials: Credentials, events: Events): Copy {
  const client = new grpc.Client(target, grpc.credentials.createInsecure(), channelOptions)
  const carriages = new Set<Carriage>()
  let state: ReturnType<Copy['state']> = 'connecting'
  let take: Copy['take'] | undefined
  let failures = 0
  let closed = false
  let pause: NodeJS.Timeout | undefined

  function connect(): void {
    if (closed) return
    let wasOpen = false
    const carriage = openCarriage(client, credentials, {
      onOpen() {
        wasOpen = true
        becomeReady(carriage.carry)
      },
      onClosed(unsent, why) {
        if (wasOpen) lose(unsent)
        else if (why !== 'leaving' && why.code === grpc.status.UNIMPLEMENTED) becomeReady(useUnaryCalls())
        else if (why !== 'leaving') fail(why)
      },
    })
    carriages.add(carriage)
    void carriage.ended.then(() => carriages.delete(carriage))
  }

  function becomeReady(by: Copy['take']): void {
    state = 'ready'
    take = by
    failures = 0
    events.onReady()
  }

  function lose(unsent: CallUnderWay[]): void {
    take = undefined
    state = 'away'
    connectLater()
    events.onLost(unsent)
  }

  function fail(why: Outcome): void {
    state = 'away'
    failures++
    connectLater()
    events.onFailed(why)
  }

  function connectLater(): void {
    if (closed) return
    const ms = Math.min(pauseMs.most, pauseMs.least * 2 ** failures)
    pause = setTimeout(() => client.waitForReady(Infinity, () => connect()), ms)
    pause.unref()
  }

  /** This server serves no carriage: plain calls, for as long as the connection lasts. */
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
    async close(withinMs) {
      closed = true
      clearTimeout(pause)
      for (const carriage of carriages) carriage.retire()
      const forced = setTimeout(() => {
        for (const carriage of carriages) carriage.cancel()
      }, withinMs)
      await Promise.all([...carriages].map(({ ended }) => ended))
      clearTimeout(forced)
      client.close()
    },
  }
}
