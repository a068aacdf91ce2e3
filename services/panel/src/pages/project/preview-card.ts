import { type Html, html } from '@pagebell/html/template'
import type { TriedUrl__Output as PreviewedUrl } from '@pagebell/protos/intake/v1/rehearsals'
import type { CheckedUrl__Output as CheckedUrl } from '@pagebell/protos/pages/v1/pages'
import type { FormErrors } from '../../forms/form-result.ts'
import { timeTag } from '../../html/format.ts'
import type { Frame } from '../../html/frame.ts'
import { verdictBadge } from '../../parts/badge.ts'
import { explainReason } from '../../parts/delivery-reason.ts'
import { formProblem, postForm, textField } from '../../parts/form.ts'
import { table } from '../../parts/table.ts'
import { shownUrl } from '../../parts/url.ts'

/** The URLs of the form, with their verdicts or its errors. */
export type Preview = {
  urls: string
  results?: PreviewedUrl[]
  /** What pre-flight would decide, by URL; undefined while it is off or does not answer. */
  checks?: ReadonlyMap<string, CheckedUrl> | undefined
  errors?: FormErrors
}

/** Shows the webhook's response for URLs, without sending, charging or storing any. */
export function previewCard(frame: Frame, project: string, preview: Preview | undefined): Html {
  const urls = textField({
    name: 'urls',
    label: 'URLs, one per line',
    value: preview?.urls,
    attributes: html`required maxlength="200000" placeholder="https://${project}/"`,
  })
  const form = html`${formProblem(preview?.errors)}${urls}<button>Test</button>`
  return html`<section class="card" id="try" aria-labelledby="try-title"><h2 id="try-title">Test without sending</h2>
<p class="hint">What the webhook would answer for these URLs. Nothing is sent, charged or stored. While the check before
announcements is on, the first ten pages are looked at.</p>
${postForm(frame, `/projects/${project}/try`, form)}
${preview?.results !== undefined && verdicts(frame, preview.results, preview.checks)}</section>`
}

function verdicts(frame: Frame, results: PreviewedUrl[], checks: Preview['checks']): Html {
  const verdictTable = table<PreviewedUrl>(
    'What the webhook would answer',
    [
      { name: 'URL', kind: 'main', cell: ({ url }) => shownUrl(url) },
      { name: 'Result', cell: ({ verdict }) => verdictBadge(verdict) },
      {
        name: 'Reason',
        cell: ({ url, reason, allowed_again_at: again }) =>
          html`${reason ?? checkOf(checks?.get(url))}
${again !== undefined && html`<span class="two">again ${timeTag(again, frame.now)}</span>`}`,
      },
    ],
    results,
  )
  return html`<div role="status" tabindex="-1" autofocus>${verdictTable}</div>`
}

function checkOf(check: CheckedUrl | undefined): string {
  if (check === undefined) return ''
  const { verdict, reason, changed } = check
  if (verdict === 'not_checked') return `Would be sent without a check${reason === undefined ? '' : `: ${reason}`}.`
  const why = reason === undefined ? '' : explainReason(reason, verdict === 'hold' ? 'checking' : 'skipped').what
  if (verdict === 'hold') return `Would be looked at again. ${why}`
  if (verdict === 'skip') return `Would be skipped. ${why}`
  return changed.length === 0 ? 'Would be sent.' : `Would be sent. Changed: ${changed.join(', ')}.`
}
