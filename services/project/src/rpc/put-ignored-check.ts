import type { IgnoredChecks } from '@pagebell/rpc/contracts'
import type { Handler } from '@pagebell/rpc/serve-rpc'
import { storedProjectName } from '@pagebell/urls/project-name'
import { changeIgnoredChecks } from '../change-ignored-checks.ts'
import { checkExpiry } from '../check-expiry.ts'
import { checkCheckId, checkPage, checkReason } from '../check-ignored.ts'
import { ignoredCheckReply } from '../ignored-check-reply.ts'
import { noProject } from '../not-found.ts'
import { putIgnoredCheck as putRow } from '../queries/put-ignored-check.ts'
import type { ServiceTools } from '../service-tools.ts'

export const putIgnoredCheck =
  ({ db, outbox }: ServiceTools): Handler<typeof IgnoredChecks, 'putIgnoredCheck'> =>
  async ({ account_id: accountId, expires_at, ...request }) => {
    const name = storedProjectName(request.project)
    if (name === undefined) throw noProject()
    const check = checkCheckId(request.check)
    const reason = checkReason(request.reason)
    const url = checkPage(request.url, name)
    const expiresAt = expires_at === undefined ? undefined : checkExpiry(expires_at, new Date())

    const row = await changeIgnoredChecks(db, { accountId, name }, (q, projectId) =>
      putRow(q, { accountId, projectId, check, url, reason, expiresAt }),
    )
    outbox.flush()
    return ignoredCheckReply(row)
  }
