import type { Queryable } from '@pagebell/postgres/database'

export type Rate = { perSecond: number; burst: number }
export type Breaker = { after: number; openMs: number }

/**
 * Takes a token of the endpoint's rate limit, and returns whether a request may be sent now: the endpoint is not
 * paused, its breaker is closed (or this is the trial request of an open one), and its bucket, refilled up to `burst`,
 * has a token left.
 */
export async function acquireToken(q: Queryable, endpoint: string, rate: Rate, breaker: Breaker): Promise<boolean> {
  const { rowCount } = await q.query({
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
  })
  return rowCount > 0
}

/**
 * Pauses the endpoint for all copies, and returns for how many milliseconds. `named` is the engine's own wait in
 * milliseconds; without it pauses double. Responses to requests that were under way together count once.
 */
export async function pauseEngine(
  q: Queryable,
  endpoint: string,
  named: number | undefined,
  plan: { first: number; max: number; spread: number },
): Promise<number | undefined> {
  const { rows } = await q.query<{ pause_ms: number }>({
    name: 'pause-endpoint',
    text: `
      update engine_state set
        pauses = case when paused_until <= clock_timestamp() and $2::float8 is null then pauses + 1 else pauses end,
        paused_until = case
          when $2::float8 is not null then greatest(paused_until, clock_timestamp() + $2 * interval '1 millisecond')
          when paused_until > clock_timestamp() then paused_until
          else clock_timestamp() + least($3 * power(2, least(pauses, 20)), $4) * $5 * interval '1 millisecond' end
      where endpoint = $1
      returning ceil(extract(epoch from paused_until - clock_timestamp()) * 1000)::float8 as pause_ms`,
    values: [endpoint, named ?? null, plan.first, plan.max, plan.spread],
  })
  return rows[0]?.pause_ms
}

/** The endpoint responded normally: its breaker closes. Writes nothing when there is nothing to change. */
export async function recordHealthy(q: Queryable, endpoint: string): Promise<void> {
  await q.query({
    name: 'note-healthy',
    text: `update engine_state set troubles = 0, pauses = 0, open_until = '-infinity'
      where endpoint = $1 and (troubles > 0 or pauses > 0)`,
    values: [endpoint],
  })
}

/** One more failure; `after` of them in a row open the breaker. */
export async function recordFailure(q: Queryable, endpoint: string, breaker: Breaker): Promise<void> {
  await q.query({
    name: 'note-trouble',
    text: `update engine_state set troubles = troubles + 1,
      open_until = case when troubles + 1 >= $2
        then clock_timestamp() + $3 * interval '1 millisecond' else open_until end
      where endpoint = $1`,
    values: [endpoint, breaker.after, breaker.openMs],
  })
}

/** Deletes the state of endpoints that were not used for so long and are not paused: a new row would say the same. */
export async function deleteUnusedStates(q: Queryable, unusedMs: number): Promise<void> {
  await q.query({
    name: 'delete-unused-states',
    text: `
      delete from engine_state
      where greatest(refilled_at, paused_until, open_until) < clock_timestamp() - $1 * interval '1 millisecond'`,
    values: [unusedMs],
  })
}
