import { isOwnHost, ownerKeyFor } from '@pagebell/channel-settings/indexnow-host'
import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { belongsTo, storedProjectName } from '@pagebell/urls/project-name'
import { generateIndexNowKey } from '../projects/project.ts'
import type { ProjectRow } from '../projects/projects.sql.ts'
import { noProject } from '../validation.ts'
import type { ChannelSettings } from './channel-settings.ts'
import { ensureSubdomainKey, findSubdomainKey } from './indexnow-keys.sql.ts'

/** A key file at the root of a host is valid for that host alone: every subdomain has its own key. */
export async function findIndexNowKey(
  q: Queryable,
  accountId: string,
  project: ProjectRow,
  host: string,
): Promise<string> {
  if (isOwnHost(host, project.name)) return project.indexnow_key
  const { project_id } = project
  const key =
    (await findSubdomainKey(q, accountId, project_id, host)) ??
    (await ensureSubdomainKey(q, accountId, project_id, host, generateIndexNowKey()))
  if (key === undefined) throw noProject()
  return key
}

/** The settings with the key that is valid for the host: the owner's where theirs is, else that of the host. */
export async function withIndexNowKey(
  q: Queryable,
  accountId: string,
  project: ProjectRow,
  host: string,
  settings: ChannelSettings,
): Promise<ChannelSettings> {
  const { key, key_location, ...endpoints } = settings as { key?: string; key_location?: string }
  const valid = ownerKeyFor(host, project.name, { key, key_location })
  return { ...endpoints, ...valid, key: valid.key ?? (await findIndexNowKey(q, accountId, project, host)) }
}

/** Throws fault `invalid` on `host` for one that is not the project's. */
export function checkHost(host: string, project: string): void {
  if (isOwnHost(host, project)) return
  const isHost = storedProjectName(host) === host.replace(/^www\./, '')
  if (isHost && belongsTo(host, project)) return
  const errors = { host: [`Use ${project} or a host below it, in lower case and without a port.`] }
  throw fault('invalid', 'The host does not belong to the project.', { errors })
}
