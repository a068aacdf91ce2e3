import { fault } from '@pagebell/faults/fault'
import type { Queryable } from '@pagebell/postgres/database'
import { belongsTo, storedProjectName } from '@pagebell/urls/project-name'
import { mintIndexNowKey } from './mint-indexnow-key.ts'
import { noProject } from './not-found.ts'
import { ensureSubdomainKey } from './queries/ensure-subdomain-key.ts'
import type { ProjectRow } from './queries/get-project.ts'
import { getSubdomainKey } from './queries/get-subdomain-key.ts'

/** A key file at the root of one host speaks for that host alone, so that every subdomain has a key of its own. */
export async function findIndexNowKey(
  q: Queryable,
  accountId: string,
  project: ProjectRow,
  host: string,
): Promise<string> {
  if (isOwnHost(host, project.name)) return project.indexnow_key
  const { project_id } = project
  const key =
    (await getSubdomainKey(q, accountId, project_id, host)) ??
    (await ensureSubdomainKey(q, accountId, project_id, host, mintIndexNowKey()))
  if (key === undefined) throw noProject()
  return key
}

/** The project's host itself and its `www.`, for which the project's own key speaks. */
export const isOwnHost = (host: string, project: string): boolean => host === project || host === `www.${project}`

/** Throws fault invalid on `host` for one that is not the project's. */
export function checkHost(host: string, project: string): void {
  if (isOwnHost(host, project)) return
  const isHost = storedProjectName(host) === host.replace(/^www\./, '')
  if (isHost && belongsTo(host, project)) return
  const errors = { host: [`Use ${project} or a host below it, in lower case and without a port.`] }
  throw fault('invalid', 'The host does not belong to the project.', { errors })
}
