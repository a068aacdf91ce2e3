import { type Html, html } from '../html.ts'

/** Of the circle, from the lower left over the top to the lower right. */
const sweep = 0.75
const radius = 52
const length = 2 * Math.PI * radius

/** A score from 0 to 100 on three quarters of a circle; unrated without a score. */
export function gauge(score: number | undefined, result: string | undefined): Html {
  const reach = (length * sweep * Math.max(0, Math.min(100, score ?? 0))) / 100
  const label = score === undefined ? 'Not rated yet' : `Score ${score} of 100: ${result ?? 'not rated'}`
  const arc = (className: string, shown: number): Html =>
    html`<circle class="${className}" cx="64" cy="64" r="${radius}" transform="rotate(135 64 64)" stroke-dasharray="${shown.toFixed(2)} ${length.toFixed(2)}"/>`
  return html`<svg class="gauge ${result ?? 'quiet'}" viewBox="0 0 128 128" width="168" height="168" role="img" aria-label="${label}">
${arc('track', length * sweep)}${reach > 0 && arc('reach', reach)}
<text class="score" x="64" y="72" text-anchor="middle">${score ?? '–'}</text>
<text class="word" x="64" y="92" text-anchor="middle">${result ?? 'not rated'}</text></svg>`
}
