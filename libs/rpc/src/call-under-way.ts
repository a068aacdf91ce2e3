import type * as grpc from '@grpc/grpc-js'

/** What became of a call: a reply where the code is OK. */
export type Outcome = {
  code: grpc.status
  reply?: Buffer | undefined
  /** The server's fault as it stood on the wire. */
  fault?: Buffer | undefined
  cause?: unknown
}

/** A call on the caller's side, until it is settled. */
export type CallUnderWay = {
  readonly path: string
  readonly request: Buffer
  readonly traceparent: string | undefined
  /** By `performance.now()`, when nobody waits for it any more. */
  readonly until: number
  settle(outcome: Outcome): void
  /** Takes the call back from whoever has it; set by them. */
  withdraw: () => void
}
