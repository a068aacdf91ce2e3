import type { Statement } from '@pagebell/postgres/database'
import { endpointColumns } from './endpoint-columns.ts'

export function findEndpoint(accountId: string, projectId: string): Statement {
  return {
    name: 'find-endpoint',
    text: `select ${endpointColumns} from event_endpoints where account_id = $1 and project_id = $2`,
    values: [accountId, projectId],
  }
}
