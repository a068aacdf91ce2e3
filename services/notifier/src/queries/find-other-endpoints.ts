import type { Statement } from '@pagebell/postgres/database'

/** The endpoints other than the operator's for which something waits: a step of the index for each. */
export function findOtherEndpoints(channel: string): Statement {
  return {
    name: 'find-other-endpoints',
    text: `
      with recursive step as (
        (select via from deliveries where channel = $1 and via > '' and next_at is not null order by via limit 1)
        union all
        select following.via from step cross join lateral (
          select via from deliveries where channel = $1 and via > step.via and next_at is not null
          order by via limit 1) following
      )
      select via from step`,
    values: [channel],
  }
}
