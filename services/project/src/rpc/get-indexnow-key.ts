import { fault } from '@pagebell/faults/fault'
import type { Channels } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { belongsTo, projectName } from '@pagebell/urls/project-name'
import { isUuid } from '../is-uuid.ts'
import { mintIndexNowKey } from '../mint-indexnow-key.ts'
import { noProject } from '../not-found.ts'
import { ensureSubdomainKey } from '../queries/ensure-subdomain-key.ts'
import { getProjectById } from '../queries/get-project-by-id.ts'
import { getSubdomainKey } from '../queries/get-subdomain-key.ts'
import type { ServiceTools } from '../service-tools.ts'

/** A key file at the root of one host speaks for that host alone, so that every subdomain has a key of its own. */
export const getIndexNowKey =
  ({ db }: ServiceTools): Handler<typeof Channels, 'getIndexNowKey'> =>
  async ({ account_id, project_id, host }) => {
    if (!isUuid(account_id) || !isUuid(project_id)) throw noProject()
    const own = db.of(account_id)
    const project = await getProjectById(own, account_id, project_id)
    if (project === undefined) throw noProject()
    if (host === project.name || host === `www.${project.name}`) return { key: project.indexnow_key }

    checkSubdomain(host, project.name)
    const key =
      (await getSubdomainKey(own, account_id, project_id, host)) ??
      (await ensureSubdomainKey(own, account_id, project_id, host, mintIndexNowKey()))
    if (key === undefined) throw noProject()
    return { key }
  }

function checkSubdomain(host: string, project: string): void {
  const isHost = projectName(host) === host.replace(/^www\./, '')
  if (isHost && belongsTo(host, project)) return
  const errors = { host: [`Use ${project} or a host below it, in lower case and without a port.`] }
  throw fault('invalid', 'The host does not belong to the project.', { errors })
}
