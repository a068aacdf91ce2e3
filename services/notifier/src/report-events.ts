import type { Body } from '@pagebell/messages/define-message'
import type { reportEnded } from '@pagebell/messages/report-ended'
import { newEvent } from './new-event.ts'
import type { NewEvent } from './queries/insert-event.ts'

type Ended = Body<typeof reportEnded>
type Rating = NonNullable<Ended['rating']>

const order = ['bad', 'decent', 'good'] as const

/** What is told of the end of a run: that it ended, and that it was rated worse than the done run before. */
export function reportEvents(ended: Ended, publicUrl: string): NewEvent[] {
  const { report_id, run_id, project, url, ended_at, rating, before, error } = ended
  const about = { report_id, run_id, project, url, page: `${publicUrl}/r/${report_id}` }
  const now = { status: rating === undefined ? 'failed' : 'done', ...(rating ?? { result: null, score: null }) }
  const completed = newEvent('report.completed', run_id, ended_at, { ...about, ...now, error: error ?? null })
  if (rating === undefined || before === undefined || !isWorse(rating, before)) return [completed]
  const fell = { before, score_change: rating.score - before.score, result_changed: rating.result !== before.result }
  return [completed, newEvent('report.worsened', run_id, ended_at, { ...about, ...rating, ...fell })]
}

/** The rating fell, or the score did. A better rating is never worse, whatever its score. */
function isWorse(now: Rating, before: Rating): boolean {
  const [rank, rankBefore] = [order.indexOf(now.result), order.indexOf(before.result)]
  return rank < rankBefore || (rank === rankBefore && now.score < before.score)
}
