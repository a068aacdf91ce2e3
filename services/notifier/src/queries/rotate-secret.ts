import type { Statement } from '@pagebell/postgres/database'
import { endpointColumns } from './endpoint-columns.ts'

export type Rotation = {
  accountId: string
  projectId: string
  sealed: string
  lastFour: string
  graceSeconds: number
  rotatedBy: string | undefined
}

/** The secret before signs too, for as long as the grace lasts. */
export function rotateSecret({ accountId, projectId, ...made }: Rotation): Statement {
  return {
    name: 'rotate-secret',
    text: `
      update event_endpoints set
        previous_sealed = case when $5 > 0 then sealed end,
        previous_last_four = case when $5 > 0 then last_four end,
        previous_until = case when $5 > 0 then clock_timestamp() + make_interval(secs => $5) end,
        sealed = $3, last_four = $4, rotated_by = $6, rotated_at = clock_timestamp(), updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2
      returning ${endpointColumns}`,
    values: [accountId, projectId, made.sealed, made.lastFour, made.graceSeconds, made.rotatedBy ?? null],
  }
}
