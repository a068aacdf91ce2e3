/** When an event is sent again, and when an endpoint is given up. Milliseconds. */
export type EventSchedule = {
  /** After a failure; with nothing left the event has failed. */
  retries: readonly number[]
  /** For how long an endpoint rests after its first failure in a row; doubled up to restMost. */
  rest: number
  restMost: number
  /** An endpoint with nothing but failure for so long is disabled. */
  giveUp: number
  /** Longer than a request can last. */
  lease: number
  /** For how long the receiver may take. */
  answer: number
  /** How long events are kept. */
  kept: number
  /** Between two looks for batches that have come to their end. */
  watch: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** As a delivery's at first; the last try of an event that always fails is after the endpoint's five days. */
export const eventSchedule: EventSchedule = {
  retries: [
    5 * second,
    30 * second,
    2 * minute,
    10 * minute,
    hour,
    3 * hour,
    6 * hour,
    12 * hour,
    day,
    day,
    day,
    day,
    day,
  ],
  rest: 5 * second,
  restMost: 10 * minute,
  giveUp: 5 * day,
  lease: 30 * second,
  answer: 15 * second,
  kept: 30 * day,
  watch: second,
}
