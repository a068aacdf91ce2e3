import type { Statement } from '@pagebell/postgres/database'

export interface ReleasedRun {
  report_id: string
  run_id: string
  account_id: string
  url: string
  /** Of the request that asked for the run. */
  traceparent: string | null
}

/** The runs whose turn it is, released: see the function in `migrations/0011-run-queue.sql`. */
export function releaseRuns(mostUnbegun: number, mostOfAccount: number): Statement {
  return {
    name: 'release-runs',
    text: 'select account_id, report_id, run_id, url, traceparent from release_runs($1, $2)',
    values: [mostUnbegun, mostOfAccount],
  }
}
