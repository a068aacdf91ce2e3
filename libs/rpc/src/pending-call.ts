import type * as grpc from '@grpc/grpc-js'

/** A reply where the code is OK. */
export type CallResult = {
  code: grpc.status
  reply?: Buffer | undefined
  /** The server's fault as on the wire. */
  fault?: Buffer | undefined
  cause?: unknown
}

/** A call on the caller's side, until it is settled. */
export type PendingCall = {
  readonly path: string
  readonly request: Buffer
  readonly traceparent: string | undefined
  /** Its deadline, by `performance.now()`. */
  readonly until: number
  settle(result: CallResult): void
  /** Withdraws the call; set by the pool or stream that holds it. */
  withdraw: () => void
}
