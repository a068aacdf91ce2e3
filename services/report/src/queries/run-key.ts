export interface RunKey {
  accountId: string
  reportId: string
  runId: string
}
