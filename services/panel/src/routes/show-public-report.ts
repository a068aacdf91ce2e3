import { Fault } from '@pagebell/faults/fault'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'
import { frameOf, sendPage } from '../frame.ts'
import { orUndefined } from '../or-undefined.ts'
import { lockedReportPage, publicReportPage } from '../pages/public-report.ts'
import type { Route, Tools } from '../route.ts'
import { sessionOf } from '../signed-in.ts'

/** A private report answers all but its owner as an unknown one does. */
export const showPublicReport: Route = (app, tools) => {
  const { peers, cookies, seal } = tools
  app.get<{ Params: { id: string } }>('/r/:id', async (request, reply) => {
    const { id } = request.params
    const frame = frameOf(request, reply, tools)
    void reply.header('x-robots-tag', 'noindex')
    const accountId = sessionOf(request)?.accountId
    const own =
      accountId === undefined ? undefined : await orUndefined(peers.reports.getReport({ account_id: accountId, id }))
    if (own !== undefined) {
      return sendPage(reply, publicReportPage(frame, own, { isOwner: true }))
    }

    const unlock = seal.open(cookies.read(request, `unlocked-${id}`), id)
    const report = await unlessLocked(peers, id, unlock)
    if (report === undefined) return sendPage(reply, lockedReportPage(frame, id))
    return sendPage(reply, publicReportPage(frame, report, { isOwner: false }))
  })
}

/** Undefined while the report's password is still to be given. */
async function unlessLocked(
  { publicReports }: Tools['peers'],
  id: string,
  unlock: Buffer | undefined,
): Promise<Report | undefined> {
  try {
    return await publicReports.getPublicReport({ id, ...(unlock === undefined ? {} : { unlock }) })
  } catch (error) {
    if (error instanceof Fault && error.code === 'password_required') return undefined
    throw error
  }
}
