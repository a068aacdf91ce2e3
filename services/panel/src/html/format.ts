import { type Html, html } from '@pagebell/html/template'

const format = new Intl.NumberFormat('en')

/** 12,345 */
export const grouped = (value: number): string => format.format(value)

/** "1 report", "12,345 reports" */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${grouped(value)} ${value === 1 ? one : many}`

const steps: [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [31_536_000, 'year'],
  [2_592_000, 'month'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "3 minutes ago", "in 2 hours"; less than 45 seconds are "just now" or "in a moment". */
export function relative(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1_000
  const distance = Math.abs(seconds)
  if (distance < 45) return seconds > 5 ? 'in a moment' : 'just now'
  const [size, unit] = steps.find(([size]) => distance >= size * 0.95) ?? [60, 'minute' as const]
  return relativeFormat.format(Math.round(seconds / size), unit)
}

/** The time so many days of 24 hours before now, in ISO 8601. */
export const daysAgo = (days: number, now = Date.now()): string => new Date(now - days * 86_400_000).toISOString()

/** 2026-11-21 16:40:05 UTC */
export const exact = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** A relative time with the exact one as its tooltip, which panel.js puts into the viewer's zone. */
export const timeTag = (iso: string, now: number): Html =>
  html`<time datetime="${iso}" title="${exact(iso)}">${relative(iso, now)}</time>`

/** An exact time, which panel.js puts into the viewer's zone. */
export const exactTime = (iso: string): Html => html`<time datetime="${iso}" data-exact>${exact(iso)}</time>`

/** "It was last used 2 minutes ago." */
export const lastUsed = (at: string | undefined, now: number): Html =>
  at === undefined ? html`It was never used.` : html`It was last used ${timeTag(at, now)}.`

/** "5 minutes", "3 hours", "2 days": until a time that has not come. */
export function timeLeft(until: string, now: number): string {
  const minutes = Math.ceil((Date.parse(until) - now) / 60_000)
  if (minutes < 90) return counted(minutes, 'minute')
  return minutes < 48 * 60 ? counted(Math.round(minutes / 60), 'hour') : counted(Math.round(minutes / 1_440), 'day')
}

/** Milliseconds as "420 ms", "3.4 s", "12 min" or "5 h". */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`
  return ms < 5_970_000 ? `${Math.round(ms / 60_000)} min` : `${grouped(Math.round(ms / 3_600_000))} h`
}
