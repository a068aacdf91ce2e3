/** What a row becomes that begins again as if it had just come. */
export const dueAgain = `status = 'pending', next_at = clock_timestamp(), reason = null,
  attempts = 0, failures = 0, unverified = 0, via = '', part = '00000000-0000-0000-0000-000000000000'`

/** What one statement went over, and its last row's position; null if it found none. */
export type Portion<Position> = { looked: number; requeued: number; last: Position | null }
