import type { Statement } from '@pagebell/postgres/database'
import { endpointColumns } from './endpoint-columns.ts'

export type NewEndpoint = {
  accountId: string
  projectId: string
  project: string
  id: string
  url: string
  events: string[]
  sealed: string
  lastFour: string
}

/** Makes it, or changes its address and its events; what is known of another address's failures is forgotten. */
export function putEndpoint(endpoint: NewEndpoint): Statement {
  const { accountId, projectId, project, id, url, events, sealed, lastFour } = endpoint
  return {
    name: 'put-endpoint',
    text: `
      insert into event_endpoints as e (account_id, project_id, project, id, url, events, sealed, last_four)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (account_id, project_id) do update set
        url = excluded.url, events = excluded.events, updated_at = excluded.updated_at,
        failures = case when e.url = excluded.url then e.failures else 0 end,
        failing_since = case when e.url = excluded.url then e.failing_since end,
        free_at = case when e.url = excluded.url or e.lease is not null then e.free_at else '-infinity' end
      returning ${endpointColumns}`,
    values: [accountId, projectId, project, id, url, events, sealed, lastFour],
  }
}
