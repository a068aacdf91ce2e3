import { cutPage } from '@pagebell/lists/keyset'
import { cappedTotal, totalFromPage } from '@pagebell/lists/total'
import type { Projects } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { isUuid } from '../is-uuid.ts'
import { nextCursor, readListRequest } from '../list-request.ts'
import { projectReply } from '../project-reply.ts'
import { countProjects } from '../queries/count-projects.ts'
import { listProjects as listProjectRows } from '../queries/list-projects.ts'
import type { ServiceTools } from '../service-tools.ts'

export const listProjects =
  ({ db }: ServiceTools): Handler<typeof Projects, 'listProjects'> =>
  async (request) => {
    const list = readListRequest(request)
    if (!isUuid(list.accountId)) return { projects: [], total: 0, total_is_capped: false }

    const own = db.of(list.accountId)
    const found = await listProjectRows(own, { ...list, limit: list.limit + 1 })
    const { rows, last, more } = cutPage(found, list.limit)
    const told = 'offset' in list.start ? totalFromPage(list.start.offset, rows.length, !more) : undefined
    const total = told ?? cappedTotal(await countProjects(own, list.accountId, list.pattern))
    const next_cursor = more && last ? nextCursor(list, last) : undefined
    return { projects: rows.map(projectReply), ...total, next_cursor }
  }
