import type { Report__Output as Report } from '@pagebell/protos/report/v1/Report'
import { type Html, html } from '../html.ts'

const stages = [
  ['queued', 'Waiting'],
  ['fetching', 'Fetching'],
  ['parsing', 'Reading'],
  ['checking', 'Checking'],
] as const

/** Where a run that is on its way stands. */
export function progressStages({ status, stage }: Pick<Report, 'status' | 'stage'>): Html {
  const current = Math.max(
    0,
    stages.findIndex(([name]) => name === (status === 'queued' ? 'queued' : stage)),
  )
  return html`<ol class="stages">${stages.map(
    ([, text], index) =>
      html`<li${index === current && html` aria-current="step"`}${index < current && html` class="past"`}>${text}</li>`,
  )}</ol>`
}
