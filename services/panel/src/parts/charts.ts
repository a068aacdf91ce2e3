import { type Html, html, type Part } from '@pagebell/html/template'
import { counted, grouped } from '../html/format.ts'

/** For how many days a chart of each day's figures goes back. */
export const chartDays = 30

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

/** Of bar charts. */
const chartWidth = 720
/** So that a few bars are bars as well. */
const maxSlot = 48

/** Of one day, or of what happened at a time, from the bottom up; the sum is the height of the bar. */
export type BarDay = { day: string; parts: readonly { className: string; value: number; text: string }[] }

const dayOfMonth = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Shown until panel.js writes the day in the viewer's language. */
export const shortDay = (day: string): string => dayOfMonth.format(Date.parse(day))

const heightOf = ({ parts }: BarDay): number => parts.reduce((sum, { value }) => sum + value, 0)

/** A bar per day. A table beside it has the same figures, for screen readers. */
export function stackedBars(days: readonly BarDay[], label: string): Html {
  const height = 180
  const [left, right, top, bottom] = [44, 16, 12, 24]
  const max = niceTop(Math.max(1, ...days.map(heightOf)))
  const slot = Math.min(maxSlot, (chartWidth - left - right) / Math.max(1, days.length))
  const yOf = (value: number): number => height - bottom - ((height - top - bottom) * value) / max

  const line = (value: number): Html => {
    const y = yOf(value)
    return html`<line x1="${left}" x2="${chartWidth - right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/>
<text x="${left - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${shortNumber(value)}</text>`
  }
  const barsOf = ({ day, parts }: BarDay, index: number): Html => {
    const x = left + index * slot
    let from = 0
    const bars = parts.map(({ className, value, text }): Part => {
      const to = from + value
      const y = html`y="${yOf(to).toFixed(1)}" height="${(yOf(from) - yOf(to)).toFixed(1)}"`
      const place = html`x="${(x + slot * 0.15).toFixed(1)}" width="${(slot * 0.7).toFixed(1)}" ${y}`
      from = to
      return value > 0 && html`<rect class="${className}" ${place} rx="2"><title>${day}: ${text}</title></rect>`
    })
    const middle = (x + slot / 2).toFixed(1)
    const name = html`<text x="${middle}" y="${height - 6}" text-anchor="middle"
 data-day="${day}">${shortDay(day)}</text>`
    return html`${bars}
${(days.length - 1 - index) % 7 === 0 && name}`
  }
  return html`<svg class="chart" viewBox="0 0 ${chartWidth} ${height}" role="img" aria-label="${label}">
${[0, max / 2, max].map(line)}
${days.map(barsOf)}</svg>`
}

/** `duplicates` are drawn on top of `used`. */
export type Day = { day: string; used: number; duplicates?: number }

/** URLs used a day, with the duplicates. */
export const barChart = (days: readonly Day[], label: string): Html =>
  stackedBars(
    days.map(({ day, used, duplicates = 0 }) => ({
      day,
      parts: [
        { className: 'used', value: used, text: counted(used, 'URL') },
        { className: 'saved', value: duplicates, text: counted(duplicates, 'duplicate') },
      ],
    })),
    label,
  )

/** 1, 2 or 5 times a power of ten, so that the lines are at round numbers; even, so that the middle one is whole. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  const top = step * power
  return top % 2 === 0 ? top : top + 1
}

const shortNumber = (value: number): string =>
  value >= 1_000_000 ? `${value / 1_000_000}M` : value >= 1_000 ? `${value / 1_000}k` : grouped(value)
