import type { Statement } from '@pagebell/postgres/database'

/**
 * One row if the endpoint may be asked now: it is not paused, its breaker is closed (or this is the trial that an open
 * one allows), and its bucket, refilled with time up to `burst`, has a token left.
 */
export function takePermit(
  endpoint: string,
  rate: { perSecond: number; burst: number },
  breaker: { after: number; openMs: number },
): Statement {
  return {
    name: 'take-permit',
    text: `
      insert into engine_state as state (endpoint, tokens, refilled_at) values ($1, $3 - 1, clock_timestamp())
      on conflict (endpoint) do update set
        tokens = least($3, state.tokens + $2 * extract(epoch from clock_timestamp() - state.refilled_at)) - 1,
        refilled_at = clock_timestamp(),
        open_until = case when state.troubles >= $4
          then clock_timestamp() + $5 * interval '1 millisecond' else state.open_until end
      where state.paused_until <= clock_timestamp()
        and state.open_until <= clock_timestamp()
        and state.tokens + $2 * extract(epoch from clock_timestamp() - state.refilled_at) >= 1
      returning endpoint`,
    values: [endpoint, rate.perSecond, rate.burst, breaker.after, breaker.openMs],
  }
}
