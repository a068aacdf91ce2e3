import type { Statement } from '@pagebell/postgres/database'

/** The engine answered in its right mind: its breaker closes. Writes nothing when there is nothing to change. */
export function noteHealthy(endpoint: string): Statement {
  return {
    name: 'note-healthy',
    text: `update engine_state set troubles = 0, pauses = 0, open_until = '-infinity'
      where endpoint = $1 and (troubles > 0 or pauses > 0)`,
    values: [endpoint],
  }
}

/** One more answer of trouble; with `after` of them in a row the breaker opens. */
export function noteTrouble(endpoint: string, breaker: { after: number; openMs: number }): Statement {
  return {
    name: 'note-trouble',
    text: `update engine_state set troubles = troubles + 1,
      open_until = case when troubles + 1 >= $2
        then clock_timestamp() + $3 * interval '1 millisecond' else open_until end
      where endpoint = $1`,
    values: [endpoint, breaker.after, breaker.openMs],
  }
}
