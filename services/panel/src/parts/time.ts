import { type Html, html } from '../html.ts'

const steps: [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [31_536_000, 'year'],
  [2_592_000, 'month'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]
const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** "3 minutes ago", "in 2 hours"; within three quarters of a minute it is now. */
export function relative(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1_000
  const distance = Math.abs(seconds)
  if (distance < 45) return seconds > 5 ? 'in a moment' : 'just now'
  const [size, unit] = steps.find(([size]) => distance >= size * 0.95) ?? [60, 'minute' as const]
  return words.format(Math.round(seconds / size), unit)
}

/** 2026-11-21 16:40:05 UTC */
export const exact = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** A moment as people say it, the exact one on hover; panel.js puts that into the viewer's zone. */
export const timeTag = (iso: string, now: number): Html =>
  html`<time datetime="${iso}" title="${exact(iso)}">${relative(iso, now)}</time>`

/** A moment to be read exactly; panel.js puts it into the viewer's zone. */
export const exactTime = (iso: string): Html => html`<time datetime="${iso}" data-exact>${exact(iso)}</time>`
