import { fault } from '@pagebell/faults/fault'
import { isId, requireIds } from '@pagebell/faults/ids'
import { invalidField } from '@pagebell/faults/invalid-field'
import { decodeCursor, encodeCursor, refusedCursor } from '@pagebell/lists/cursor'
import { cutPage } from '@pagebell/lists/keyset'
import { isIsoTimestamp } from '@pagebell/lists/timestamp'
import type { Database } from '@pagebell/postgres/database'
import { ForcedBatches } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import type { Submissions } from '../submissions/create-submissions.ts'
import { resubmissionIdempotency } from '../submissions/idempotency.ts'
import { readSubmission } from '../submissions/read-submission.ts'
import { createResubmissionCommit } from './commit-resubmission.ts'
import { findResubmissions } from './resubmissions.sql.ts'

const maxReasonLength = 500
const maxPerPage = 100

type ResubmissionTools = { db: Database; submissions: Submissions }

/**
 * Submissions inside the dedupe window, with the project's own token: charged like others, and recorded with their
 * reason.
 */
export function resubmissionsRpc({ db, submissions }: ResubmissionTools) {
  const commitWith = createResubmissionCommit({ db, ...submissions })
  return implement(ForcedBatches, {
    async forceUrls({ account_id, project_id, urls, channel, action, reason, key_id, idempotency }) {
      requireIds({ account_id, project_id, ...(key_id !== undefined && { key_id }) })
      if (reason.length < 1 || reason.length > maxReasonLength)
        throw invalidField('reason', `must be 1 to ${maxReasonLength} characters`)
      const submission = {
        ...(await readSubmission(db, { account_id, project_id, urls, channel, action })),
        idempotency: idempotency?.key
          ? resubmissionIdempotency(idempotency.key, idempotency.request_sha256, { urls, channel, action })
          : undefined,
        // A caller who submits again wants it sent.
        preflight: false,
      }
      const result = await submissions.submitBy(submission, commitWith({ keyId: key_id, reason }))
      if (result.kind === 'refused') throw result.refusal
      const { batch_id, accepted, duplicates, rejected, results } = result.answer
      if (batch_id === null) throw fault('internal', 'a resubmission was answered without its batch')
      const verdicts = results.map(({ url, verdict, reason: why }) => ({
        url,
        verdict,
        ...(why !== undefined && { reason: why }),
      }))
      return { batch_id, accepted, duplicates, rejected, results: verdicts }
    },

    /** Another account's project has as few as one that does not exist. */
    async listForcedBatches({ account_id, project_id, per_page, cursor }) {
      requireIds({ account_id, project_id })
      const shape = JSON.stringify(['forced batches', project_id])
      const after = cursor === undefined ? undefined : readPosition(cursor, shape)
      const limit = Math.min(Math.max(per_page, 1), maxPerPage)
      const project = { accountId: account_id, projectId: project_id }
      const found = await findResubmissions(db.forAccount(account_id), project, after, limit + 1)
      const { rows, last, more } = cutPage(found, limit)
      return {
        batches: rows.map(({ key_id, ...batch }) => ({ ...batch, ...(key_id !== null && { key_id }) })),
        ...(last !== undefined && more && { next_cursor: encodeCursor([last.forced_at, last.batch_id], shape) }),
      }
    },
  })
}

function readPosition(cursor: string, shape: string): [string, string] {
  const [time, id, ...more] = decodeCursor(cursor, shape)
  if (!isIsoTimestamp(time) || !isId(id) || more.length > 0) throw refusedCursor()
  return [time, id]
}
