import type { Queryable } from '@pagebell/postgres/database'
import type { EndpointKey } from '../endpoints.sql.ts'

export type EmailEndpoint = EndpointKey & {
  id: string
  project: string
  /** With `mailto:`. */
  url: string
  sealed: string
  /** Of the confirmation that is awaited; null for none. */
  mark: string | null
}

/** Locks the endpoint that a link names. `mark` is null once seven days have passed. */
export async function lockEmailEndpoint(q: Queryable, endpointId: string): Promise<EmailEndpoint | undefined> {
  const { rows } = await q.query<EmailEndpoint>({
    name: 'lock-email-endpoint',
    text: `select account_id, project_id as key, id, project, url, sealed,
        case when confirm_until > clock_timestamp() then confirm_mark end as mark
      from event_endpoints where id = $1 and format = 'email' for update`,
    values: [endpointId],
  })
  return rows[0]
}

/** Enables the endpoint; its confirmation cannot be used again. */
export async function confirmEmail(q: Queryable, { account_id, key }: EndpointKey): Promise<void> {
  await q.query({
    name: 'confirm-email',
    text: `update event_endpoints set confirmed_at = clock_timestamp(), confirm_mark = null, confirm_until = null,
        disabled_reason = null, disabled_at = null, note = null, failures = 0, failing_since = null,
        updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2`,
    values: [account_id, key],
  })
}

/** Disables the endpoint, and forgets that it was confirmed. */
export async function unsubscribeEmail(q: Queryable, { account_id, key }: EndpointKey): Promise<void> {
  await q.query({
    name: 'unsubscribe-email',
    text: `update event_endpoints set confirmed_at = null, confirm_mark = null, confirm_until = null,
        disabled_reason = 'unsubscribed', disabled_at = coalesce(disabled_at, clock_timestamp()),
        note = 'The recipient has unsubscribed.', due_at = null, lease = null, updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2`,
    values: [account_id, key],
  })
}

type Confirmation = { mark: string; body: string; validDays: number }

/** Queues the mail that asks for confirmation, to an endpoint that is disabled until then. */
export async function insertConfirmation(
  q: Queryable,
  { account_id, key }: EndpointKey,
  type: string,
  { mark, body, validDays }: Confirmation,
): Promise<void> {
  await q.query({
    name: 'insert-confirmation',
    text: `
      with asked as (
        update event_endpoints set confirm_mark = $4, confirm_until = clock_timestamp() + make_interval(days => $6),
          disabled_reason = 'unconfirmed', disabled_at = clock_timestamp(),
          note = 'The address is not confirmed. A mail with a link was sent to it.', due_at = clock_timestamp()
        where account_id = $1 and project_id = $2
        returning account_id, project_id
      )
      insert into outbound_events (account_id, project_id, id, type, subject, body, next_at)
      select account_id, project_id, gen_random_uuid(), $3, $4::text, $5, clock_timestamp() from asked`,
    values: [account_id, key, type, mark, body, validDays],
  })
}

/** The mails of the last 24 hours to one endpoint, up to a bound. */
export async function countMails(q: Queryable, { account_id, key }: EndpointKey, bound: number): Promise<number> {
  const { rows } = await q.query<{ count: number }>({
    name: 'count-mails',
    text: `select count(*)::integer as count from (
        select from outbound_events
        where account_id = $1 and project_id = $2 and created_at > clock_timestamp() - interval '24 hours'
          and status = 'delivered'
        limit $3
      ) sent`,
    values: [account_id, key, bound],
  })
  return rows[0]?.count ?? 0
}
