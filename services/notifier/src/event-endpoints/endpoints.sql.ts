import type { Queryable } from '@pagebell/postgres/database'

/** An endpoint as the protocol shows it. */
const endpointColumns = `id, url, events, last_four, created_at, updated_at, failing_since, disabled_reason,
  disabled_at, note, previous_last_four, previous_until`

export type EndpointRow = {
  id: string
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

export async function findEndpoint(
  q: Queryable,
  accountId: string,
  projectId: string,
): Promise<EndpointRow | undefined> {
  const { rows } = await q.query<EndpointRow>({
    name: 'find-endpoint',
    text: `select ${endpointColumns} from event_endpoints where account_id = $1 and project_id = $2`,
    values: [accountId, projectId],
  })
  return rows[0]
}

type NewEndpoint = {
  accountId: string
  projectId: string
  project: string
  id: string
  url: string
  events: string[]
  sealed: string
  lastFour: string
}

/** Creates the endpoint, or changes its URL and events; failures of a former URL are forgotten. */
export async function putEndpoint(q: Queryable, endpoint: NewEndpoint): Promise<EndpointRow | undefined> {
  const { accountId, projectId, project, id, url, events, sealed, lastFour } = endpoint
  const { rows } = await q.query<EndpointRow>({
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
  })
  return rows[0]
}

/** Enables the endpoint and forgets its failures. One that is enabled stays as it is. */
export async function enableEndpoint(q: Queryable, accountId: string, projectId: string): Promise<void> {
  await q.query({
    name: 'enable-endpoint',
    text: `
      update event_endpoints set disabled_reason = null, disabled_at = null, note = null, failures = 0,
        failing_since = null, updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2 and disabled_at is not null`,
    values: [accountId, projectId],
  })
}

export type DisabledState = { reason: 'owner' | 'failing' | 'gone'; note: string | null }

/**
 * Disables the endpoint; one that is disabled already stays as it is. A request under way is not cancelled: until its
 * lease would have ended there is no second one, even if the endpoint is enabled again.
 */
export async function disableEndpoint(
  q: Queryable,
  accountId: string,
  projectId: string,
  { reason, note }: DisabledState,
): Promise<void> {
  await q.query({
    name: 'disable-endpoint',
    text: `
      update event_endpoints set disabled_reason = $3, disabled_at = clock_timestamp(), note = $4, due_at = null,
        lease = null, free_at = case when lease is null then '-infinity' else free_at end,
        updated_at = clock_timestamp()
      where account_id = $1 and project_id = $2 and disabled_at is null`,
    values: [accountId, projectId, reason, note],
  })
}

/** Deletes the endpoint with its events and their attempts; returns its id if there was one. */
export async function deleteEndpoint(
  q: Queryable,
  accountId: string,
  projectId: string,
): Promise<{ id: string } | undefined> {
  const { rows } = await q.query<{ id: string }>({
    name: 'delete-endpoint',
    text: 'delete from event_endpoints where account_id = $1 and project_id = $2 returning id',
    values: [accountId, projectId],
  })
  return rows[0]
}

type LockedEndpoint = { id: string; rotated_by: string | null }

/** Locks the endpoint. `rotated_by` is null once a day has passed since the last rotation. */
export async function lockEndpoint(
  q: Queryable,
  accountId: string,
  projectId: string,
): Promise<LockedEndpoint | undefined> {
  const { rows } = await q.query<LockedEndpoint>({
    name: 'lock-endpoint',
    text: `
      select id, case when rotated_at > clock_timestamp() - interval '24 hours' then rotated_by end as rotated_by
      from event_endpoints where account_id = $1 and project_id = $2 for update`,
    values: [accountId, projectId],
  })
  return rows[0]
}

type Rotation = {
  accountId: string
  projectId: string
  sealed: string
  lastFour: string
  graceSeconds: number
  rotatedBy: string | undefined
}

/** Sets a new secret; the previous one keeps signing too during the grace period. */
export async function rotateSecret(
  q: Queryable,
  { accountId, projectId, ...rotation }: Rotation,
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
    values: [
      accountId,
      projectId,
      rotation.sealed,
      rotation.lastFour,
      rotation.graceSeconds,
      rotation.rotatedBy ?? null,
    ],
  })
  return rows[0]
}

export type SealedSecrets = {
  account_id: string
  project_id: string
  id: string
  sealed: string
  previous_sealed: string | null
}

/** Locks up to `limit` endpoints with secrets that are sealed with another key than this one. */
export async function lockOldSecrets(q: Queryable, keyId: string, limit: number): Promise<SealedSecrets[]> {
  const { rows } = await q.query<SealedSecrets>({
    name: 'lock-old-secrets',
    text: `select account_id, project_id, id, sealed, previous_sealed from event_endpoints
      where not starts_with(sealed, $1 || '.') or not starts_with(previous_sealed, $1 || '.')
      limit $2 for update skip locked`,
    values: [keyId, limit],
  })
  return rows
}

/** Replaces sealed secrets by the same ones sealed with another key. */
export async function resealSecrets(
  q: Queryable,
  { account_id, project_id, sealed, previous_sealed }: SealedSecrets,
): Promise<void> {
  await q.query({
    name: 'reseal-secrets',
    text: 'update event_endpoints set sealed = $3, previous_sealed = $4 where account_id = $1 and project_id = $2',
    values: [account_id, project_id, sealed, previous_sealed],
  })
}
