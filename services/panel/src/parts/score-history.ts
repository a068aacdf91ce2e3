import { type Html, html, type Part } from '@pagebell/html/template'
import { exact } from '../html/format.ts'
import { shortDay } from './charts.ts'

/** A run with a score, or a day of UTC with the mean of its runs: `at` is a time, or a date alone. */
export type ScoredRun = { score: number; at: string }

const [width, height] = [720, 220]
const [left, right, top, bottom] = [44, 20, 14, 34]
const plotWidth = width - left - right
const plotHeight = height - top - bottom
/** From these scores on a page is decent and good. */
const scale = [0, 49, 80, 100]
const maxPoints = 200

/** How points are dated. Labels are in UTC; panel.js writes times in the zone of the viewer, and days as they are. */
const dates = {
  runs: {
    precision: 24,
    inWords: exact,
    label: (at: string): Html => html`data-moment="${at}">${exact(at).slice(0, 16)} UTC`,
  },
  days: {
    precision: 10,
    inWords: (day: string): string => day,
    label: (day: string): Html => html`data-day="${day}">${shortDay(day)}`,
  },
}

/** Scores over time, the newest: of the runs of a report, or the means of days. */
export function scoreHistory(runs: readonly ScoredRun[], what: 'runs' | 'days' = 'runs'): Part {
  const shown = [...runs].sort((one, other) => (one.at < other.at ? -1 : 1)).slice(-maxPoints)
  const [first, last] = [shown[0], shown.at(-1)]
  if (first === undefined || last === undefined || shown.length < 2) return undefined
  const [from, until] = [Date.parse(first.at), Date.parse(last.at)]
  const xOf = (at: string): number => left + (plotWidth * (Date.parse(at) - from)) / Math.max(1, until - from)
  const points = shown.map(({ score, at }) => ({ score, at, x: xOf(at).toFixed(1), y: yOf(score).toFixed(1) }))
  const { precision, inWords, label } = dates[what]
  const middle = new Date((from + until) / 2).toISOString().slice(0, precision)
  const dateLabel = (at: string, x: string | number, anchor: 'start' | 'middle' | 'end'): Html =>
    html`<text class="${anchor}" x="${x}" y="${height - 8}" text-anchor="${anchor}" ${label(at)}</text>`
  return html`<svg class="chart sparkline" viewBox="0 0 ${width} ${height}" role="img"
 aria-label="${describe(shown, what)}">
${scale.map(gridLine)}
<polyline class="curve" points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}"/>
${points.map(
  ({ x, y, score, at }) =>
    html`<circle class="point" cx="${x}" cy="${y}" r="4"><title>${score} on ${inWords(at)}</title></circle>`,
)}
${dateLabel(first.at, left, 'start')}${middle !== first.at && dateLabel(middle, xOf(middle).toFixed(1), 'middle')}
${dateLabel(last.at, width - right, 'end')}</svg>`
}

const yOf = (score: number): number => top + plotHeight - (plotHeight * score) / 100

function gridLine(score: number): Html {
  const y = yOf(score).toFixed(1)
  return html`<line x1="${left}" x2="${width - right}" y1="${y}" y2="${y}"/>
<text x="${left - 8}" y="${(yOf(score) + 4).toFixed(1)}" text-anchor="end">${score}</text>`
}

/** What the chart shows, for those who do not see it. */
function describe(runs: readonly ScoredRun[], what: 'runs' | 'days'): string {
  const { inWords } = dates[what]
  const scores = runs.map(({ score }) => score)
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined) return 'No score'
  const ends = [first, last].map(({ score, at }) => `${score} on ${inWords(at)}`).join(', ')
  return `Scores of ${runs.length} ${what}: ${ends}, lowest ${Math.min(...scores)}, highest ${Math.max(...scores)}`
}
