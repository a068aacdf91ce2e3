import type { Queryable } from '@pagebell/postgres/database'

/** An endpoint as the protocol shows it. */
export const endpointColumns = `project_id as key, id, name, format, url, events, last_four, created_at, updated_at, failing_since,
  disabled_reason, disabled_at, note, previous_last_four, previous_until`

/** `unconfirmed` and `unsubscribed` are only of e-mail, and end by a confirmation alone. */
export type DisabledReason = 'owner' | 'failing' | 'gone' | 'unconfirmed' | 'unsubscribed'

export type EndpointRow = {
  key: string
  id: string
  name: string
  format: string
  /** Shortened where `sealed_url` has the whole one. */
  url: string
  events: string[]
  last_four: string
  created_at: string
  updated_at: string
  failing_since: string | null
  disabled_reason: DisabledReason | null
  disabled_at: string | null
  note: string | null
  previous_last_four: string | null
  previous_until: string | null
}

export type ProjectPlace = { accountId: string; projectId: string }
/** An endpoint as its owner names it. */
export type EndpointPlace = ProjectPlace & { endpointId: string }
/**
 * An endpoint as its tables name it: in their column `project_id`, the key of the one named default is the id of its
 * project, and that of each other one is its own id (ADR 73).
 */
export type EndpointKey = { account_id: string; key: string }

/** Oldest first. */
export async function listEndpoints(q: Queryable, { accountId, projectId }: ProjectPlace): Promise<EndpointRow[]> {
  const { rows } = await q.query<EndpointRow>({
    name: 'list-endpoints',
    text: `select ${endpointColumns} from event_endpoints
      where account_id = $1 and of_project = $2 order by created_at, id`,
    values: [accountId, projectId],
  })
  return rows
}

export async function findEndpoint(
  q: Queryable,
  { accountId, projectId, endpointId }: EndpointPlace,
): Promise<EndpointRow | undefined> {
  const { rows } = await q.query<EndpointRow>({
    name: 'find-endpoint',
    text: `select ${endpointColumns} from event_endpoints where account_id = $1 and of_project = $2 and id = $3`,
    values: [accountId, projectId, endpointId],
  })
  return rows[0]
}

type FoundEndpoint = { key: string; id: string; format: string }

/** The endpoint named default. */
export async function findDefaultEndpoint(
  q: Queryable,
  { accountId, projectId }: ProjectPlace,
): Promise<FoundEndpoint | undefined> {
  const { rows } = await q.query<FoundEndpoint>({
    name: 'find-default-endpoint',
    text: 'select project_id as key, id, format from event_endpoints where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rows[0]
}

type LockedEndpoint = FoundEndpoint & { name: string; url: string; confirmed: boolean; rotated_by: string | null }

/** Locks the endpoint. `rotated_by` is null once a day has passed since the last rotation. */
export async function lockEndpoint(
  q: Queryable,
  { accountId, projectId, endpointId }: EndpointPlace,
): Promise<LockedEndpoint | undefined> {
  const { rows } = await q.query<LockedEndpoint>({
    name: 'lock-endpoint',
    text: `
      select project_id as key, id, format, name, url, confirmed_at is not null as confirmed,
        case when rotated_at > clock_timestamp() - interval '24 hours' then rotated_by end as rotated_by
      from event_endpoints where account_id = $1 and of_project = $2 and id = $3 for update`,
    values: [accountId, projectId, endpointId],
  })
  return rows[0]
}

/** By which requests the endpoints of a project were created in the last 24 hours. */
export async function listCreators(q: Queryable, { accountId, projectId }: ProjectPlace): Promise<string[]> {
  const { rows } = await q.query<{ created_by: string }>({
    name: 'list-endpoint-creators',
    text: `select created_by from event_endpoints
      where account_id = $1 and of_project = $2 and created_by is not null
        and created_at > clock_timestamp() - interval '24 hours'`,
    values: [accountId, projectId],
  })
  return rows.map(({ created_by }) => created_by)
}

type NewEndpoint = ProjectPlace & {
  key: string
  project: string
  id: string
  name: string
  format: string
  url: string
  sealedUrl: string | null
  events: string[]
  sealed: string
  lastFour: string
  createdBy: string | undefined
}

/** Returns nothing if the project has one of this key already. */
export async function insertEndpoint(q: Queryable, endpoint: NewEndpoint): Promise<EndpointRow | undefined> {
  const { accountId, projectId, key, project, id, name, format, url, sealedUrl, events } = endpoint
  const { sealed, lastFour, createdBy = null } = endpoint
  const { rows } = await q.query<EndpointRow>({
    name: 'insert-endpoint',
    text: `
      insert into event_endpoints
        (account_id, project_id, additional_to, project, id, name, format, url, sealed_url, events, sealed, last_four,
          created_by)
      values ($1, $2, nullif($3::uuid, $2), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      on conflict (account_id, project_id) do nothing
      returning ${endpointColumns}`,
    values: [accountId, key, projectId, project, id, name, format, url, sealedUrl, events, sealed, lastFour, createdBy],
  })
  return rows[0]
}

export type EndpointChanges = {
  name?: string | undefined
  url?: string | undefined
  /** Beside `url`, if the format of the endpoint encrypts it. */
  sealedUrl?: string | null | undefined
  events?: string[] | undefined
}

/** Changes what is given; failures of a former URL are forgotten. */
export async function changeEndpoint(
  q: Queryable,
  { account_id, key }: EndpointKey,
  { name, url, sealedUrl, events }: EndpointChanges,
): Promise<void> {
  await q.query({
    name: 'change-endpoint',
    text: `
      update event_endpoints e set
        name = coalesce($3, name), url = coalesce($4, url), events = coalesce($5, events),
        sealed_url = coalesce($6, sealed_url), updated_at = clock_timestamp(),
        failures = case when $4 <> e.url or $6 is not null then 0 else e.failures end,
        failing_since = case when $4 <> e.url or $6 is not null then null else e.failing_since end,
        free_at = case when ($4 <> e.url or $6 is not null) and e.lease is null then '-infinity' else e.free_at end
      where account_id = $1 and project_id = $2`,
    values: [account_id, key, name ?? null, url ?? null, events ?? null, sealedUrl ?? null],
  })
}

/** Enables the endpoint and forgets its failures. One that is enabled stays as it is. */
export async function enableEndpoint(q: Queryable, { account_id, key }: EndpointKey): Promise<void> {
  await q.query({
    name: 'enable-endpoint',
    text: `
      update event_endpoints set disabled_reason = null, disabled_at = null, note = null, failures = 0,
        failing_since = null, updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2 and disabled_at is not null`,
    values: [account_id, key],
  })
}

export type DisabledState = { reason: DisabledReason; note: string | null }

/**
 * Disables the endpoint; one that is disabled already stays as it is, but for the note of one that is not confirmed. A request under way is not cancelled: until its
 * lease would have ended there is no second one, even if the endpoint is enabled again.
 */
export async function disableEndpoint(
  q: Queryable,
  { account_id, key }: EndpointKey,
  { reason, note }: DisabledState,
): Promise<void> {
  await q.query({
    name: 'disable-endpoint',
    text: `
      update event_endpoints set disabled_reason = coalesce(disabled_reason, $3),
        disabled_at = coalesce(disabled_at, clock_timestamp()), note = coalesce($4, note), due_at = null,
        lease = null, free_at = case when lease is null then '-infinity' else free_at end,
        updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2 and (disabled_at is null or disabled_reason = 'unconfirmed')`,
    values: [account_id, key, reason, note],
  })
}

/** Deletes the endpoint with its events and their attempts; returns whether there was one. */
export async function deleteEndpoint(
  q: Queryable,
  { accountId, projectId, endpointId }: EndpointPlace,
): Promise<boolean> {
  const { rowCount } = await q.query({
    name: 'delete-endpoint',
    text: 'delete from event_endpoints where account_id = $1 and of_project = $2 and id = $3',
    values: [accountId, projectId, endpointId],
  })
  return rowCount > 0
}

/** Deletes all endpoints of a project, with their events and attempts. */
export async function deleteEndpoints(q: Queryable, { accountId, projectId }: ProjectPlace): Promise<void> {
  await q.query({
    name: 'delete-endpoints',
    text: 'delete from event_endpoints where account_id = $1 and of_project = $2',
    values: [accountId, projectId],
  })
}

/**
 * Deletes the endpoints that their project has left behind: when a copy of the version before deletes a project, it
 * deletes only the endpoint named default.
 */
export async function deleteLeftEndpoints(q: Queryable): Promise<void> {
  await q.query({
    name: 'delete-left-endpoints',
    text: `delete from event_endpoints e using deleted_project d
      where e.additional_to is not null and d.account_id = e.account_id and d.project_id = e.additional_to`,
  })
}
