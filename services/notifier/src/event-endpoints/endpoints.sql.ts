import type { Queryable } from '@pagebell/postgres/database'

/** An endpoint as the protocol shows it. */
const endpointColumns = `project_id as key, id, name, url, events, last_four, created_at, updated_at, failing_since,
  disabled_reason, disabled_at, note, previous_last_four, previous_until`

export type EndpointRow = {
  key: string
  id: string
  name: string
  url: string
  events: string[]
  last_four: string
  created_at: string
  updated_at: string
  failing_since: string | null
  disabled_reason: 'owner' | 'failing' | 'gone' | null
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

/** The endpoint named default. */
export async function findDefaultEndpoint(
  q: Queryable,
  { accountId, projectId }: ProjectPlace,
): Promise<{ key: string; id: string } | undefined> {
  const { rows } = await q.query<{ key: string; id: string }>({
    name: 'find-default-endpoint',
    text: 'select project_id as key, id from event_endpoints where account_id = $1 and project_id = $2',
    values: [accountId, projectId],
  })
  return rows[0]
}

type LockedEndpoint = { key: string; id: string; name: string; rotated_by: string | null }

/** Locks the endpoint. `rotated_by` is null once a day has passed since the last rotation. */
export async function lockEndpoint(
  q: Queryable,
  { accountId, projectId, endpointId }: EndpointPlace,
): Promise<LockedEndpoint | undefined> {
  const { rows } = await q.query<LockedEndpoint>({
    name: 'lock-endpoint',
    text: `
      select project_id as key, id, name,
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
  url: string
  events: string[]
  sealed: string
  lastFour: string
  createdBy: string | undefined
}

/** Returns nothing if the project has one of this key already. */
export async function insertEndpoint(q: Queryable, endpoint: NewEndpoint): Promise<EndpointRow | undefined> {
  const { accountId, projectId, key, project, id, name, url, events, sealed, lastFour, createdBy } = endpoint
  const { rows } = await q.query<EndpointRow>({
    name: 'insert-endpoint',
    text: `
      insert into event_endpoints
        (account_id, project_id, additional_to, project, id, name, url, events, sealed, last_four, created_by)
      values ($1, $2, nullif($3::uuid, $2), $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (account_id, project_id) do nothing
      returning ${endpointColumns}`,
    values: [accountId, key, projectId, project, id, name, url, events, sealed, lastFour, createdBy ?? null],
  })
  return rows[0]
}

export type EndpointChanges = { name?: string | undefined; url?: string | undefined; events?: string[] | undefined }

/** Changes what is given; failures of a former URL are forgotten. */
export async function changeEndpoint(
  q: Queryable,
  { account_id, key }: EndpointKey,
  { name, url, events }: EndpointChanges,
): Promise<void> {
  await q.query({
    name: 'change-endpoint',
    text: `
      update event_endpoints e set
        name = coalesce($3, name), url = coalesce($4, url), events = coalesce($5, events),
        updated_at = clock_timestamp(),
        failures = case when $4 <> e.url then 0 else e.failures end,
        failing_since = case when $4 <> e.url then null else e.failing_since end,
        free_at = case when $4 <> e.url and e.lease is null then '-infinity' else e.free_at end
      where account_id = $1 and project_id = $2`,
    values: [account_id, key, name ?? null, url ?? null, events ?? null],
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

export type DisabledState = { reason: 'owner' | 'failing' | 'gone'; note: string | null }

/**
 * Disables the endpoint; one that is disabled already stays as it is. A request under way is not cancelled: until its
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
      update event_endpoints set disabled_reason = $3, disabled_at = clock_timestamp(), note = $4, due_at = null,
        lease = null, free_at = case when lease is null then '-infinity' else free_at end,
        updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2 and disabled_at is null`,
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

type Rotation = { sealed: string; lastFour: string; graceSeconds: number; rotatedBy: string | undefined }

/** Sets a new secret; the previous one keeps signing too during the grace period. */
export async function rotateSecret(
  q: Queryable,
  { account_id, key }: EndpointKey,
  { sealed, lastFour, graceSeconds, rotatedBy }: Rotation,
): Promise<EndpointRow | undefined> {
  const { rows } = await q.query<EndpointRow>({
    name: 'rotate-secret',
    text: `
      update event_endpoints set
        previous_sealed = case when $5 > 0 then sealed end,
        previous_last_four = case when $5 > 0 then last_four end,
        previous_until = case when $5 > 0 then clock_timestamp() + make_interval(secs => $5) end,
        sealed = $3, last_four = $4, rotated_by = $6, rotated_at = clock_timestamp(), updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2
      returning ${endpointColumns}`,
    values: [account_id, key, sealed, lastFour, graceSeconds, rotatedBy ?? null],
  })
  return rows[0]
}

export type SealedSecrets = EndpointKey & { id: string; sealed: string; previous_sealed: string | null }

/** Locks up to `limit` endpoints with secrets that are sealed with another key than this one. */
export async function lockOldSecrets(q: Queryable, keyId: string, limit: number): Promise<SealedSecrets[]> {
  const { rows } = await q.query<SealedSecrets>({
    name: 'lock-old-secrets',
    text: `select account_id, project_id as key, id, sealed, previous_sealed from event_endpoints
      where not starts_with(sealed, $1 || '.') or not starts_with(previous_sealed, $1 || '.')
      limit $2 for update skip locked`,
    values: [keyId, limit],
  })
  return rows
}

/** Replaces sealed secrets by the same ones sealed with another key. */
export async function resealSecrets(
  q: Queryable,
  { account_id, key, sealed, previous_sealed }: SealedSecrets,
): Promise<void> {
  await q.query({
    name: 'reseal-secrets',
    text: 'update event_endpoints set sealed = $3, previous_sealed = $4 where account_id = $1 and project_id = $2',
    values: [account_id, key, sealed, previous_sealed],
  })
}
