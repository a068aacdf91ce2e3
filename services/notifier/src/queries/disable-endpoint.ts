import type { Statement } from '@pagebell/postgres/database'

export type Disabled = { reason: 'owner' | 'failing' | 'gone'; note: string | null }

/**
 * One that is disabled already stays as it is. What is on its way still goes out: until its lease would have ended there is no
 * second request, even if it is enabled again.
 */
export function disableEndpoint(accountId: string, projectId: string, { reason, note }: Disabled): Statement {
  return {
    name: 'disable-endpoint',
    text: `
      update event_endpoints set disabled_reason = $3, disabled_at = clock_timestamp(), note = $4, due_at = null,
        lease = null, free_at = case when lease is null then '-infinity' else free_at end,
        updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2 and disabled_at is null`,
    values: [accountId, projectId, reason, note],
  }
}
