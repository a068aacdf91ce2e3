/** What stands for a report wherever one is read, changed or listed: no results, no password. */
export const reportColumns = `id, url, project, status, stage, result, score, privacy, created_at, analyzed_at, ruleset,
  error_code, error_message, version`

export interface ReportRow {
  id: string
  url: string
  project: string
  status: 'queued' | 'running' | 'done' | 'failed'
  stage: string | null
  result: 'good' | 'decent' | 'bad' | null
  score: number | null
  privacy: number
  created_at: string
  analyzed_at: string | null
  ruleset: string | null
  error_code: string | null
  error_message: string | null
  version: number
}
