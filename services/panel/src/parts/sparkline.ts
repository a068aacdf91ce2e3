import { type Html, html } from '../html.ts'

const width = 720
const height = 120
const [left, right, edge] = [36, 12, 10]

/** Scores from the oldest to the newest as a curve over the scale of 0 to 100. */
export function sparkline(scores: readonly number[]): Html {
  const yOf = (score: number): number => height - edge - ((height - 2 * edge) * score) / 100
  const step = (width - left - right) / Math.max(1, scores.length - 1)
  const points = scores.map((score, index) => {
    const x = scores.length === 1 ? (left + width - right) / 2 : left + index * step
    return [x.toFixed(1), yOf(score).toFixed(1)] as const
  })
  return html`<svg class="chart sparkline" viewBox="0 0 ${width} ${height}" role="img" aria-label="Scores, oldest first: ${scores.join(', ')}">
${[0, 50, 100].map((score) => html`<line x1="${left}" x2="${width - right}" y1="${yOf(score)}" y2="${yOf(score)}"/><text x="${left - 8}" y="${yOf(score) + 4}" text-anchor="end">${score}</text>`)}
<polyline class="curve" points="${points.map((point) => point.join(',')).join(' ')}"/>
${points.map(([x, y], index) => html`<circle class="point" cx="${x}" cy="${y}" r="3.5"><title>${scores[index]}</title></circle>`)}</svg>`
}
