import type { Body } from '@pagebell/messages/define-message'
import type { reportEnded } from '@pagebell/messages/report-ended'
import type { Database } from '@pagebell/postgres/database'
import { newEvent } from './event.ts'
import { insertEvent, type NewEvent } from './events.sql.ts'

type ReportEnded = Body<typeof reportEnded>
type Rating = NonNullable<ReportEnded['rating']>
type ConsumerTools = { db: Database; publicUrl: string; sendNow: () => void }

const results = ['bad', 'decent', 'good'] as const

/** Queues events for the project's endpoint, if it subscribes to them; a message that comes twice changes nothing. */
export const onReportEnded =
  ({ db, publicUrl, sendNow }: ConsumerTools) =>
  async (body: ReportEnded, { traceparent }: { traceparent?: string | undefined }): Promise<void> => {
    const inserted = await db.forAccount(body.account_id).transaction(async (q) => {
      let count = 0
      for (const event of reportEvents(body, publicUrl)) count += await insertEvent(q, body, event, traceparent)
      return count
    })
    if (inserted > 0) sendNow()
  }

/** The events of the end of a run: that it ended, and that its rating is worse than that of the last one. */
export function reportEvents(ended: ReportEnded, publicUrl: string): NewEvent[] {
  const { report_id, run_id, project, url, ended_at, rating, before, error } = ended
  const about = { report_id, run_id, project, url, page: `${publicUrl}/r/${report_id}` }
  const now = { status: rating === undefined ? 'failed' : 'done', ...(rating ?? { result: null, score: null }) }
  const completed = newEvent('report.completed', run_id, ended_at, { ...about, ...now, error: error ?? null })
  if (rating === undefined || before === undefined || !isWorse(rating, before)) return [completed]
  const fell = { before, score_change: rating.score - before.score, result_changed: rating.result !== before.result }
  return [completed, newEvent('report.worsened', run_id, ended_at, { ...about, ...rating, ...fell })]
}

/** Whether the result fell, or the score did within the same result. */
function isWorse(now: Rating, before: Rating): boolean {
  const [rank, rankBefore] = [results.indexOf(now.result), results.indexOf(before.result)]
  return rank < rankBefore || (rank === rankBefore && now.score < before.score)
}
