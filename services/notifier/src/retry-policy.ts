/** When a URL is tried again. Milliseconds. */
export type RetryPolicy = {
  /** After failures (5xx, time-out, DNS, refused connection); after the last it is rejected. */
  failures: readonly number[]
  /** While the engine has not verified the key; after the last it is held. */
  unverified: readonly number[]
  /** First pause of an endpoint that responds "too many requests" without a time; doubled up to maxPause. */
  pause: number
  maxPause: number
  /** While another part of Pagebell is unavailable, which counts no attempts. */
  unavailable: number
  /** The lease of a claim: longer than any request can last. */
  lease: number
  /** How long a URL waits for others to be sent with. */
  batchDelay: number
  /** The same for URLs of a full message, which may be part of a larger batch; the last part takes them all along. */
  partBatchDelay: number
  /** Failures in a row that open an endpoint's breaker, and how long it stays open between two trial requests. */
  breakerAfter: number
  breakerOpen: number
  /** Between two checks of the key file of a held host, doubled up to maxKeyCheck. */
  keyCheck: number
  maxKeyCheck: number
  /** Between two checks of the key file of a submitted host. */
  keyFile: number
  /** A delivery that waits for a verdict on its page is sent unchecked after so long. */
  check: number
  /** Checked URLs are sent together if their verdicts come within the same window. */
  checkedWindow: number
}

const second = 1_000
const minute = 60 * second

export const retryPolicy: RetryPolicy = {
  failures: [5 * second, 30 * second, 2 * minute, 10 * minute, 60 * minute],
  unverified: [90 * second, 2 * minute, 3 * minute, 5 * minute, 10 * minute],
  pause: 60 * second,
  maxPause: 60 * minute,
  unavailable: 5 * second,
  lease: 60 * second,
  batchDelay: 200,
  partBatchDelay: second,
  breakerAfter: 10,
  breakerOpen: 5 * second,
  keyCheck: minute,
  maxKeyCheck: 15 * minute,
  keyFile: 60 * minute,
  check: 30 * minute,
  checkedWindow: 3 * second,
}

/** 0.9 to 1.1: spreads retries of different requests. */
export const jitter = (): number => 0.9 + Math.random() * 0.2
