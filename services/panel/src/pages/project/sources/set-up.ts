import { type Html, html, type Part } from '@pagebell/html/template'
import type {
  KindResult__Output as KindResult,
  SourceKind__Output as SourceKind,
} from '@pagebell/protos/intake/v1/sources'
import { inlineCode } from '../../../parts/inline-code.ts'
import { table } from '../../../parts/table.ts'

/** How a sender is set up, as its kind describes it. */
export const setUpSteps = ({ set_up }: SourceKind): Html =>
  html`<ol class="numbered">${set_up.map((step) => html`<li>${inlineCode(step)}</li>`)}</ol>`

/** What each event of a sender results in. */
export const resultsOf = ({ title, results }: SourceKind): Html =>
  html`<details><summary>What the events of ${title} result in</summary>${table<KindResult>(
    `What the events of ${title} result in`,
    [
      { name: 'Event', kind: 'main', cell: ({ event }) => html`<span>${inlineCode(event)}</span>` },
      { name: 'Result', cell: ({ result }) => html`<span>${inlineCode(result)}</span>` },
    ],
    results,
  )}</details>`

/** What is signed, for one who chooses a secret. */
export function secretHint({ secret, title, signed }: SourceKind): Part {
  if (secret === 'none') return undefined
  const use =
    secret === 'signs' ? `${title} signs deliveries with it.` : `The sender has to send it with each delivery.`
  return html`${use} ${inlineCode(signed)} Without a secret, everybody who knows the address may send.`
}
