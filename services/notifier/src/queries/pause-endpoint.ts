import type { Statement } from '@pagebell/postgres/database'

/**
 * Rests the endpoint for all copies, and tells for how many milliseconds. Without a time from the engine the pauses
 * double; answers to requests that were under way together count once.
 */
export function pauseEndpoint(
  endpoint: string,
  named: number | undefined,
  plan: { first: number; most: number; spread: number },
): Statement {
  return {
    name: 'pause-endpoint',
    text: `
      update engine_state set
        pauses = case when paused_until <= clock_timestamp() and $2::float8 is null then pauses + 1 else pauses end,
        paused_until = case
          when $2::float8 is not null then greatest(paused_until, clock_timestamp() + $2 * interval '1 millisecond')
          when paused_until > clock_timestamp() then paused_until
          else clock_timestamp() + least($3 * power(2, least(pauses, 20)), $4) * $5 * interval '1 millisecond' end
      where endpoint = $1
      returning ceil(extract(epoch from paused_until - clock_timestamp()) * 1000)::float8 as for_ms`,
    values: [endpoint, named ?? null, plan.first, plan.most, plan.spread],
  }
}
