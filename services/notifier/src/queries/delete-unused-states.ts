import type { Statement } from '@pagebell/postgres/database'

/** What is known of endpoints that were not asked for so long, nor rest any more: a new row would say the same. */
export function deleteUnusedStates(unusedMs: number): Statement {
  return {
    name: 'delete-unused-states',
    text: `
      delete from engine_state
      where greatest(refilled_at, paused_until, open_until) < clock_timestamp() - $1 * interval '1 millisecond'`,
    values: [unusedMs],
  }
}
