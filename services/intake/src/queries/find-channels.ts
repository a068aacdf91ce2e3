import type { Queryable } from '@pagebell/postgres/database'
import type { ProjectChannels } from '../find-channels.ts'

const text = 'select ready, chosen from project_channels where account_id = $1 and project_id = $2'

/** What a project can be sent by; every project begins with indexnow. */
export async function findChannels(
  q: Queryable,
  { accountId, projectId }: { accountId: string; projectId: string },
): Promise<ProjectChannels> {
  const { rows } = await q.query<ProjectChannels>({ name: 'find-channels', text, values: [accountId, projectId] })
  return rows[0] ?? { ready: ['indexnow'], chosen: ['indexnow'] }
}
