import type { TriedUrl__Output as TriedUrl } from '@pagebell/protos/intake/v1/TriedUrl'
import type { Frame } from '../frame.ts'
import { type Html, html } from '../html.ts'
import { verdictBadge } from '../parts/badge.ts'
import { type FormErrors, formProblem, postForm, textField } from '../parts/form.ts'
import { table } from '../parts/table.ts'
import { timeTag } from '../parts/time.ts'
import { shownUrl } from '../parts/url.ts'

export type Trial = { urls: string; results?: TriedUrl[]; errors?: FormErrors }

/** What the webhook would say of URLs, without sending, charging or remembering any. */
export function tryCard(frame: Frame, project: string, trial: Trial | undefined): Html {
  return html`<section class="card" id="try" aria-labelledby="try-title"><h2 id="try-title">Test without sending</h2>
<p class="hint">What the webhook would answer for these URLs. Nothing is sent, charged or stored.</p>
${postForm(
  frame,
  `/projects/${project}/try`,
  html`${formProblem(trial?.errors)}${textField({ name: 'urls', label: 'URLs, one per line', value: trial?.urls, attributes: html`required maxlength="200000" placeholder="https://${project}/"` })}<button>Test</button>`,
)}${trial?.results !== undefined && html`<div role="status" tabindex="-1" autofocus>${results(frame, trial.results)}</div>`}</section>`
}

const results = (frame: Frame, tried: TriedUrl[]): Html =>
  table(
    'What the webhook would answer',
    [
      { name: 'URL', kind: 'main', cell: ({ url }: TriedUrl) => shownUrl(url) },
      { name: 'Result', cell: ({ verdict }: TriedUrl) => verdictBadge(verdict) },
      {
        name: 'Reason',
        cell: ({ reason, allowed_again_at: again }: TriedUrl) =>
          html`${reason}${again !== undefined && html`<span class="two">again ${timeTag(again, frame.now)}</span>`}`,
      },
    ],
    tried,
  )
