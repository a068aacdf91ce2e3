import type { Database } from '@pagebell/postgres/database'
import { Submissions } from '@pagebell/rpc/contracts'
import { implement } from '@pagebell/rpc/serve-rpc'
import { readSubmission } from './read-submission.ts'
import type { Submission, SubmissionResult } from './submit-urls.ts'

type SubmissionsTools = {
  db: Database
  submissions: { submit(submission: Submission): Promise<SubmissionResult> }
}

/** Submissions by project instead of by token: the same judgement, window, quota and commit as the webhook's. */
export const submissionsRpc = ({ db, submissions }: SubmissionsTools) =>
  implement(Submissions, {
    async submitUrls({ preflight, dry_run: dryRun, ...request }) {
      const submission = await readSubmission(db, request)
      const result = await submissions.submit({ ...submission, preflight, dryRun })
      if (result.kind === 'refused') throw result.refusal
      const { batch_id, accepted, duplicates, rejected, results } = result.answer
      return { ...(batch_id !== null && { batch_id }), accepted, duplicates, rejected, results }
    },
  })
