import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  Source__Output as Source,
  SourceKind__Output as SourceKind,
  TriedRequest__Output as TriedRequest,
  UrlChange__Output as UrlChange,
} from '@pagebell/protos/intake/v1/sources'
import type { FormErrors } from '../../../forms/form-result.ts'
import type { Frame } from '../../../html/frame.ts'
import { sourceVerdictBadge } from '../../../parts/badge.ts'
import { formProblem, postForm, textField } from '../../../parts/form.ts'
import { table } from '../../../parts/table.ts'
import { shownUrl } from '../../../parts/url.ts'

/** The delivery of the form, with what it results in or its errors. */
export type Trial = { headers: string; body: string; result?: TriedRequest; errors?: FormErrors }

/** The sample of a kind, as the form has it. */
export function sampleOf({ sample_headers, sample_body }: SourceKind, project: string): Trial {
  const forProject = (text: string): string => text.replaceAll('{project}', project)
  const headers = sample_headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return { headers: forProject(headers), body: forProject(sample_body) }
}

type TryCard = { project: string; source: Source; kind: SourceKind; trial: Trial | undefined }

/** Shows what a delivery would result in, without submitting or keeping any of it. */
export function tryCard(frame: Frame, { project, source, kind, trial }: TryCard): Html {
  const path = `/projects/${project}/sources/${source.source_id}`
  const headers = textField({
    name: 'headers',
    label: 'Headers',
    value: trial?.headers,
    hint: 'One a line, such as X-Shopify-Topic: products/update. Needed if the sender names the event in a header.',
    errors: trial?.errors,
    attributes: html`maxlength="16000"`,
  })
  const body = textField({
    name: 'body',
    label: 'Body',
    value: trial?.body,
    errors: trial?.errors,
    attributes: html`required maxlength="100000"`,
  })
  const form = html`${formProblem(trial?.errors)}${headers}${body}<div class="row"><button>Try it</button>
<a class="button" href="${path}?sample=1#try">Use the sample of ${kind.title}</a></div>`
  return html`<section class="card" id="try" aria-labelledby="try-title"><h2 id="try-title">Try a delivery</h2>
<p class="hint">What the rules make of it. Nothing is submitted, charged or kept.</p>
${postForm(frame, `${path}/try`, form, 'stack wide')}
${trial?.result !== undefined && resultOf(source, trial.result)}</section>`
}

function resultOf({ rules }: Source, result: TriedRequest): Html {
  const { verdict, event, urls, missing, reason, authentic, rules: used } = result
  const all = JSON.parse(rules) as object[]
  const fact = (name: string, value: Part): Part =>
    value !== undefined && value !== false && html`<dt>${name}</dt><dd>${value}</dd>`
  const decided = used.map(
    (place) => html`<div>${place + 1}: <code class="url">${JSON.stringify(all[place])}</code></div>`,
  )
  const signature =
    authentic === true
      ? 'Right.'
      : 'Missing or wrong: this delivery would be refused with 401. The sample is not signed.'
  return html`<div role="status" tabindex="-1" autofocus class="stack wide"><h3>Result</h3>
<dl class="facts">${fact('Verdict', sourceVerdictBadge(verdict))}
${fact('Event', event !== undefined && html`<code class="url">${event}</code>`)}
${fact('Reason', reason)}
${fact('Missing fields', missing.length > 0 && html`<code class="url">${missing.join(', ')}</code>`)}
${fact(used.length === 1 ? 'Rule' : 'Rules', used.length > 0 && decided)}
${fact('Signature', authentic !== undefined && signature)}</dl>
${urls.length > 0 && urlTable(urls)}</div>`
}

const urlTable = (urls: UrlChange[]): Html =>
  table<UrlChange>(
    'URLs of the delivery',
    [
      { name: 'URL', kind: 'main', cell: ({ url }) => shownUrl(url) },
      { name: 'Action', cell: ({ action }) => action },
    ],
    urls,
  )
