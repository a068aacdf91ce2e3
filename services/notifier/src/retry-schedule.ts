/** When a URL is tried again. Milliseconds. */
export type Schedule = {
  /** After trouble (5xx, timeout, DNS, refused); with nothing left it is rejected. */
  trouble: readonly number[]
  /** While the engine has not verified the key; with nothing left it is held. */
  unverified: readonly number[]
  /** First pause of an endpoint that says "too many" without a time; doubled up to pauseMost. */
  pause: number
  pauseMost: number
  /** While something of our own is away, which costs no attempts. */
  ownTrouble: number
  /** A claim not ended by then is another copy's to take: longer than any request can last. */
  lease: number
  /** How long a URL waits for company. */
  gather: number
  /** The same for URLs of a full message, which may be one part of a larger batch; the last part takes them all along. */
  gatherParts: number
  /** Answers of trouble in a row that open an engine's breaker, and how long it stays open between two trials. */
  breakerAfter: number
  breakerOpen: number
  /** Between two looks at a held host's key file, doubled up to keyCheckMost. */
  keyCheck: number
  keyCheckMost: number
  /** Between two looks at the key file of a host that is submitted. */
  keyFile: number
}

const second = 1_000
const minute = 60 * second

export const schedule: Schedule = {
  trouble: [5 * second, 30 * second, 2 * minute, 10 * minute, 60 * minute],
  unverified: [90 * second, 2 * minute, 3 * minute, 5 * minute, 10 * minute],
  pause: 60 * second,
  pauseMost: 60 * minute,
  ownTrouble: 5 * second,
  lease: 60 * second,
  gather: 200,
  gatherParts: second,
  breakerAfter: 10,
  breakerOpen: 5 * second,
  keyCheck: minute,
  keyCheckMost: 15 * minute,
  keyFile: 60 * minute,
}
