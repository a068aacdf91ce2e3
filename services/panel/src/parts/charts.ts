import { counted, grouped } from '../html/format.ts'
import { type Html, html, type Part } from '../html/html.ts'

const gaugeRadius = 52
const gaugeLength = 2 * Math.PI * gaugeRadius
/** Of the circle, from the lower left over the top to the lower right. */
const gaugeShare = 0.75

/** A score from 0 to 100 on three quarters of a circle; empty without a score. */
export function gauge(score: number | undefined, result: string | undefined): Html {
  const reach = (gaugeLength * gaugeShare * Math.max(0, Math.min(100, score ?? 0))) / 100
  const label = score === undefined ? 'Not rated yet' : `Score ${score} of 100: ${result ?? 'not rated'}`
  const arc = (className: string, length: number): Html => {
    const dashes = `${length.toFixed(2)} ${gaugeLength.toFixed(2)}`
    const circle = html`cx="64" cy="64" r="${gaugeRadius}" transform="rotate(135 64 64)"`
    return html`<circle class="${className}" ${circle} stroke-dasharray="${dashes}"/>`
  }
  return html`<svg class="gauge ${result ?? 'quiet'}" viewBox="0 0 128 128" width="168" height="168"
 role="img" aria-label="${label}">
${arc('track', gaugeLength * gaugeShare)}${reach > 0 && arc('reach', reach)}
<text class="score" x="64" y="72" text-anchor="middle">${score ?? '–'}</text>
<text class="word" x="64" y="92" text-anchor="middle">${result ?? 'not rated'}</text></svg>`
}

/** Of sparklines and bar charts. */
const chartWidth = 720

/** Scores from the oldest to the newest as a curve over the scale from 0 to 100. */
export function sparkline(scores: readonly number[]): Html {
  const height = 120
  const [left, right, edge] = [36, 12, 10]
  const yOf = (score: number): number => height - edge - ((height - 2 * edge) * score) / 100
  const step = (chartWidth - left - right) / Math.max(1, scores.length - 1)
  const points = scores.map((score, index) => {
    const x = scores.length === 1 ? (left + chartWidth - right) / 2 : left + index * step
    return [x.toFixed(1), yOf(score).toFixed(1)] as const
  })
  const line = (score: number): Html =>
    html`<line x1="${left}" x2="${chartWidth - right}" y1="${yOf(score)}" y2="${yOf(score)}"/>
<text x="${left - 8}" y="${yOf(score) + 4}" text-anchor="end">${score}</text>`
  const point = ([x, y]: readonly [string, string], index: number): Html =>
    html`<circle class="point" cx="${x}" cy="${y}" r="3.5"><title>${scores[index]}</title></circle>`
  return html`<svg class="chart sparkline" viewBox="0 0 ${chartWidth} ${height}"
 role="img" aria-label="Scores, oldest first: ${scores.join(', ')}">
${[0, 50, 100].map(line)}
<polyline class="curve" points="${points.map((one) => one.join(',')).join(' ')}"/>
${points.map(point)}</svg>`
}

/** `duplicates` are drawn on top of `used`. */
export type Day = { day: string; used: number; duplicates?: number }

/** Shown until panel.js writes the day in the viewer's language. */
const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A bar per day. The table below it has the same figures, for screen readers. */
export function barChart(days: readonly Day[], label: string): Html {
  const height = 180
  const [left, right, top, bottom] = [44, 16, 12, 24]
  const max = niceTop(Math.max(1, ...days.map(({ used, duplicates = 0 }) => used + duplicates)))
  const slot = (chartWidth - left - right) / Math.max(1, days.length)
  const yOf = (value: number): number => height - bottom - ((height - top - bottom) * value) / max

  const line = (value: number): Html => {
    const y = yOf(value)
    return html`<line x1="${left}" x2="${chartWidth - right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/>
<text x="${left - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${shortNumber(value)}</text>`
  }
  const barsOf = ({ day, used, duplicates = 0 }: Day, index: number): Html => {
    const x = left + index * slot
    const bar = (from: number, to: number, className: string, text: string): Part => {
      if (to <= from) return undefined
      const y = html`y="${yOf(to).toFixed(1)}" height="${(yOf(from) - yOf(to)).toFixed(1)}"`
      const place = html`x="${(x + slot * 0.15).toFixed(1)}" width="${(slot * 0.7).toFixed(1)}" ${y}`
      return html`<rect class="${className}" ${place} rx="2"><title>${day}: ${text}</title></rect>`
    }
    const middle = (x + slot / 2).toFixed(1)
    const name = html`<text x="${middle}" y="${height - 6}" text-anchor="middle"
 data-day="${day}">${shortDay.format(Date.parse(day))}</text>`
    return html`${bar(0, used, 'used', counted(used, 'URL'))}
${bar(used, used + duplicates, 'saved', counted(duplicates, 'duplicate'))}
${(days.length - 1 - index) % 7 === 0 && name}`
  }
  return html`<svg class="chart" viewBox="0 0 ${chartWidth} ${height}" role="img" aria-label="${label}">
${[0, max / 2, max].map(line)}
${days.map(barsOf)}</svg>`
}

/** 1, 2 or 5 times a power of ten, so that the lines are at round numbers; even, so that the middle one is whole. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  const top = step * power
  return top % 2 === 0 ? top : top + 1
}

const shortNumber = (value: number): string =>
  value >= 1_000_000 ? `${value / 1_000_000}M` : value >= 1_000 ? `${value / 1_000}k` : grouped(value)
