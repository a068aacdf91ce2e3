import { fault } from '@pagebell/faults/fault'
import { IgnoredChecks } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { storedProjectName } from '@pagebell/urls/project-name'
import { findProject } from '../projects/projects.sql.ts'
import type { ServiceTools } from '../service-tools.ts'
import { checkExpiry, noProject, parseId } from '../validation.ts'
import { checkCheckId, checkPage, checkReason, toSuppressionReply } from './suppression.ts'
import { changeSuppressions } from './suppression-changes.ts'
import { deleteSuppression, listSuppressions, putSuppression } from './suppressions.sql.ts'

/** A suppression leaves a check's findings out of the score, on one page or on all: an ignored check in the contract. */
export const suppressionsRpc = (tools: Pick<ServiceTools, 'db' | 'outbox'>) =>
  implement(IgnoredChecks, {
    async listIgnoredChecks({ account_id, project }) {
      const name = storedProjectName(project)
      const accountId = parseId(account_id, noProject)
      const q = tools.db.forAccount(accountId)
      const row = name === undefined ? undefined : await findProject(q, accountId, name)
      if (row === undefined) throw noProject()
      return { ignored_checks: (await listSuppressions(q, accountId, row.project_id)).map(toSuppressionReply) }
    },

    async putIgnoredCheck({ account_id, expires_at, ...request }) {
      const name = storedProjectName(request.project)
      if (name === undefined) throw noProject()
      const check = checkCheckId(request.check)
      const reason = checkReason(request.reason)
      const url = checkPage(request.url, name)
      const expiresAt = expires_at === undefined ? undefined : checkExpiry(expires_at, new Date())
      const row = await changeSuppressions(tools, { account_id, name }, (q, project) =>
        putSuppression(q, { ...project, check, url, reason, expiresAt }),
      )
      return toSuppressionReply(row)
    },

    async deleteIgnoredCheck({ account_id, project: written, check, url: page }) {
      const name = storedProjectName(written)
      if (name === undefined) throw noProject()
      const url = checkPage(page, name)
      const row = await changeSuppressions(tools, { account_id, name }, async (q, { accountId, projectId }) => {
        const deleted = await deleteSuppression(q, accountId, projectId, { check, url })
        if (deleted === undefined) throw fault('not_found', 'This check is not ignored.')
        return deleted
      })
      return toSuppressionReply(row)
    },
  })
