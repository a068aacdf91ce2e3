import { randomUUIDv7 } from 'node:crypto'
import type { SubmissionCommit } from '../src/submissions/commit.ts'

type Chosen = Pick<SubmissionCommit, 'tokenHash' | 'accountId' | 'projectId' | 'urls'>

/** A submission to example.com as it is handed to the database: an update for IndexNow of a request without options. */
export const newCommit = (chosen: Chosen & Partial<SubmissionCommit>): SubmissionCommit => ({
  project: 'example.com',
  requestsPerMinute: null,
  batchId: randomUUIDv7(),
  key: undefined,
  requestHash: undefined,
  channel: 'indexnow',
  action: 'update',
  known: 0,
  rejected: 0,
  dryRun: false,
  overQuota: 'refuse',
  preflight: false,
  schedule: null,
  traceparent: undefined,
  ...chosen,
})
