import type { Queryable } from '@pagebell/postgres/database'
import { projectKey } from '../projects/projects.sql.ts'
import type { Check } from './checks.sql.ts'

type LeadingCheck = { accountId: string } & Pick<Check, 'project_id' | 'channel' | 'submitted_at' | 'url_hash'>

/**
 * Notes the page that a check leads to; false if it need not be submitted: it is being checked for the channel, it was
 * seen since the check's batch was submitted, or the checked page was found itself within a day.
 */
export async function noteFoundPage(
  q: Queryable,
  { accountId, project_id, channel, submitted_at, url_hash }: LeadingCheck,
  foundHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'note-found-page',
    text: `
      insert into found_page as f (account_id, project_id, url_hash)
      select $1, $2, $4
      where not exists (
          select from found_page
          where account_id = $1 and project_id = $2 and url_hash = $6
            and found_at > clock_timestamp() - interval '1 day')
        and not exists (
          select from page_check where account_id = $1 and project_id = $2 and url_hash = $4 and channel = $3)
        and not exists (
          select from page where project_key = ${projectKey} and url_hash = $4 and seen_at >= $5)
      on conflict (account_id, project_id, url_hash) do update set found_at = excluded.found_at`,
    values: [accountId, project_id, channel, foundHash, submitted_at, url_hash],
  })
  return rowCount === 1
}
