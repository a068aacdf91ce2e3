import { html, type Part } from '@pagebell/html/template'
import { chartDays } from './charts.ts'
import { scoreHistory } from './score-history.ts'

type ScoreDay = { day: string; runs: number; scores: number }
type ProjectScore = { runs: number; scores: number; runs_before: number; scores_before: number }

/** The mean score of each day as a curve; nothing for fewer than two days. */
export function scoresCard(days: readonly ScoreDay[]): Part {
  const means = days.map(({ day, runs, scores }) => ({ score: Math.round(scores / runs), at: day }))
  const chart = scoreHistory(means, 'days')
  return (
    chart !== undefined &&
    html`<section class="card" aria-labelledby="scores"><div class="between"><h2 id="scores">Scores</h2>
<p class="hint">Mean of each day's analyses, last ${chartDays} days</p></div>${chart}</section>`
  )
}

/** The mean score of some runs, rounded; undefined without a run. */
export const meanScore = (runs: number, scores: number): number | undefined =>
  runs === 0 ? undefined : Math.round(scores / runs)

/** The mean score of a project, and how it differs from that of the time before. */
export function scoreWithTrend(score: ProjectScore | undefined): Part {
  const now = score && meanScore(score.runs, score.scores)
  if (score === undefined || now === undefined) return '–'
  const before = meanScore(score.runs_before, score.scores_before)
  const change = before === undefined ? 0 : now - before
  if (change === 0) return String(now)
  const [sign, word] = change > 0 ? ['▲', 'better'] : ['▼', 'worse']
  const amount = Math.abs(change)
  return html`${now} <span class="trend ${word}"><span aria-hidden="true">${sign} ${amount}</span>
<span class="unseen">${amount} points ${word} than the week before</span></span>`
}
