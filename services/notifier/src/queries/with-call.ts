/** A URL's newest requests, so that one that is held or paused for months does not grow without end. */
const mostKept = 100

/** The expression for a delivery's requests with one more, of which the oldest goes if there are too many. */
export const withCall = (call: string): string => `d.calls[cardinality(d.calls) - ${mostKept - 2}:] || ${call}`
