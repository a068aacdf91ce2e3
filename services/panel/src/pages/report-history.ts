import { type Html, html, type Part } from '@pagebell/html/template'
import type { Report__Output as Report, Run__Output as Run } from '@pagebell/protos/report/v1/report'
import { counted, exactTime } from '../html/format.ts'
import { ratingBadge, runBadge } from '../parts/badge.ts'
import { scoreHistory } from '../parts/score-history.ts'
import { table } from '../parts/table.ts'

const shownAtFirst = 10

/** The runs of a report, newest first, with their scores as a chart; undefined before the second run. */
export function historyCard(report: Report, runs: readonly Run[]): Part {
  if (runs.length < 2) return undefined
  const scored = runs.flatMap(({ score, requested_at: at }) => (score === undefined ? [] : [{ score, at }]))
  const older = runs.slice(shownAtFirst)
  return html`<section class="card" aria-labelledby="history"><div class="between"><h2 id="history">History</h2>
<p class="hint">${counted(runs.length, 'run')}</p></div>
${scoreHistory(scored)}
${runTable('Runs of this report', runs.slice(0, shownAtFirst), report, runs)}
${
  older.length > 0 &&
  html`<details class="older"><summary>${counted(older.length, 'older run')}</summary>
${runTable('Older runs of this report', older, report, runs)}</details>`
}</section>`
}

const runTable = (caption: string, shown: readonly Run[], report: Report, runs: readonly Run[]): Html =>
  table<Run>(
    caption,
    [
      { name: 'Requested', kind: 'main', cell: ({ requested_at }) => exactTime(requested_at) },
      {
        name: 'Result',
        cell: ({ status, result, score }) => (status === 'done' ? ratingBadge(result, score) : runBadge(status)),
      },
      { name: 'Changed', cell: (run) => (run === runs.at(-1) ? 'First run' : changesOf(run)) },
      { name: 'Actions', kind: 'end', cell: (run) => compareLink(report, run, runs) },
    ],
    shown,
  )

function changesOf(run: Run): Part {
  if (run.error != null) return run.error.message
  const changes =
    run.changes_json === undefined || run.changes_json.length === 0 ? {} : JSON.parse(run.changes_json.toString())
  const count = Object.keys(changes).length
  return count === 0 ? 'No changes' : counted(count, 'check')
}

function compareLink(report: Report, run: Run, runs: readonly Run[]): Part {
  const before = runs.slice(runs.indexOf(run) + 1).find(({ status }) => status === 'done')
  if (run.status !== 'done' || before === undefined) return undefined
  const path = `/reports/${report.id}/compare?run=${run.run_id}&with=${before.run_id}`
  return html`<a class="button small" href="${path}">Compare<span class="unseen"> with the previous run</span></a>`
}
