import type { Channels } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { checkHost, findIndexNowKey } from '../find-indexnow-key.ts'
import { isUuid } from '../is-uuid.ts'
import { noProject } from '../not-found.ts'
import { getProjectById } from '../queries/get-project-by-id.ts'
import type { ServiceTools } from '../service-tools.ts'

export const getIndexNowKey =
  ({ db }: ServiceTools): Handler<typeof Channels, 'getIndexNowKey'> =>
  async ({ account_id, project_id, host }) => {
    if (!isUuid(account_id) || !isUuid(project_id)) throw noProject()
    const own = db.of(account_id)
    const project = await getProjectById(own, account_id, project_id)
    if (project === undefined) throw noProject()
    checkHost(host, project.name)
    return { key: await findIndexNowKey(own, account_id, project, host) }
  }
