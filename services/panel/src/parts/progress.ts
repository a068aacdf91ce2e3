import { type Html, html } from '@pagebell/html/template'
import type { Report__Output as Report } from '@pagebell/protos/report/v1/report'

/** Whether the newest run of a report is still to end. */
export const isInProgress = ({ status }: Pick<Report, 'status'>): boolean => status === 'queued' || status === 'running'

const stages = [
  ['queued', 'Waiting'],
  ['fetching', 'Fetching'],
  ['parsing', 'Reading'],
  ['checking', 'Checking'],
] as const

/** The stages of a run, with the one that it is in. */
export function progressStages({ status, stage }: Pick<Report, 'status' | 'stage'>): Html {
  const current = Math.max(
    0,
    stages.findIndex(([name]) => name === (status === 'queued' ? 'queued' : stage)),
  )
  const attributes = (index: number) =>
    html`${index === current && html` aria-current="step"`}${index < current && html` class="past"`}`
  return html`<ol class="stages">${stages.map(([, text], index) => html`<li${attributes(index)}>${text}</li>`)}</ol>`
}
