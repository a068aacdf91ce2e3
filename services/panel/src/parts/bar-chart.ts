import { type Html, html, type Part } from '../html.ts'
import { counted, grouped } from './number.ts'

/** `duplicates` stand on top of what was used. */
export type Day = { day: string; used: number; duplicates?: number }

/** Until a script writes the day as the viewer's language has it. */
const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const width = 720
const height = 180
const [left, right, top, bottom] = [44, 16, 12, 24]

/** A bar a day. Whoever does not see it finds the figures in the table below it. */
export function barChart(days: readonly Day[], label: string): Html {
  const most = niceTop(Math.max(1, ...days.map(({ used, duplicates = 0 }) => used + duplicates)))
  const slot = (width - left - right) / Math.max(1, days.length)
  const yOf = (value: number): number => height - bottom - ((height - top - bottom) * value) / most
  const lines = [0, 0.5, 1].map((share) => share * most)
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${lines.map((value) => html`<line x1="${left}" x2="${width - right}" y1="${yOf(value).toFixed(1)}" y2="${yOf(value).toFixed(1)}"/><text x="${left - 8}" y="${(yOf(value) + 4).toFixed(1)}" text-anchor="end">${short(value)}</text>`)}
${days.map(({ day, used, duplicates = 0 }, index) => {
  const x = left + index * slot
  const bar = (from: number, to: number, className: string, words: string): Part =>
    to > from &&
    html`<rect class="${className}" x="${(x + slot * 0.15).toFixed(1)}" y="${yOf(to).toFixed(1)}" width="${(slot * 0.7).toFixed(1)}" height="${(yOf(from) - yOf(to)).toFixed(1)}" rx="2"><title>${day}: ${words}</title></rect>`
  return html`${bar(0, used, 'used', counted(used, 'URL'))}${bar(used, used + duplicates, 'saved', counted(duplicates, 'duplicate'))}
${(days.length - 1 - index) % 7 === 0 && html`<text x="${(x + slot / 2).toFixed(1)}" y="${height - 6}" text-anchor="middle" data-day="${day}">${shortDay.format(Date.parse(day))}</text>`}`
})}</svg>`
}

/** 1, 2 or 5 times a power of ten, so that the lines stand at numbers that people use; even, as nothing comes by halves. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10
  const top = step * power
  return top % 2 === 0 ? top : top + 1
}

const short = (value: number): string =>
  value >= 1_000_000 ? `${value / 1_000_000}M` : value >= 1_000 ? `${value / 1_000}k` : grouped(value)
