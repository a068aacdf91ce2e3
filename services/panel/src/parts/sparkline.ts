import { type Html, html } from '../html.ts'

const width = 240
const height = 56
const edge = 5

/** Scores from the oldest to the newest as a small curve. */
export function sparkline(scores: readonly number[]): Html {
  const step = (width - 2 * edge) / Math.max(1, scores.length - 1)
  const points = scores.map((score, index) => {
    const x = scores.length === 1 ? width / 2 : edge + index * step
    return [x.toFixed(1), (height - edge - ((height - 2 * edge) * score) / 100).toFixed(1)] as const
  })
  const last = points.at(-1)
  return html`<svg class="chart sparkline" viewBox="0 0 ${width} ${height}" role="img" aria-label="Scores, oldest first: ${scores.join(', ')}">
<line x1="0" x2="${width}" y1="${height - 1}" y2="${height - 1}"/><polyline class="curve" points="${points.map((point) => point.join(',')).join(' ')}"/>
${last !== undefined && html`<circle class="point" cx="${last[0]}" cy="${last[1]}" r="3.5"/>`}</svg>`
}
