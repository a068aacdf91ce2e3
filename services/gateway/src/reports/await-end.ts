import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'
import type { Clients } from '../clients.ts'

/** For one call. */
export const maxWaitSeconds = 30

/** The report once its newest run has ended, or as it is after the seconds. */
export const awaitEnd = (
  { reports }: Pick<Clients, 'reports'>,
  account_id: string,
  id: string,
  wait_seconds: number,
): Promise<Report> => reports.awaitReport({ account_id, id, wait_seconds }, { deadlineMs: (wait_seconds + 5) * 1_000 })
