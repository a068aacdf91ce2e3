import { type Html, html } from '../html.ts'
import type { Snippet } from '../snippets.ts'
import { copyButton } from './copy-button.ts'

/** Snippets, one open at most in the way of its reader. */
export const snippetList = (snippets: readonly Snippet[]): Html =>
  html`<div>${snippets.map(
    (
      { id, name, where, text },
      index,
    ) => html`<details class="snippet" name="snippet"${index === 0 && html` open`}><summary>${name}</summary>
<div><p class="hint">${where}</p><pre id="snippet-${id}" tabindex="0" aria-label="${name}"><code>${text}</code></pre>
${copyButton(`snippet-${id}`, name)}</div></details>`,
  )}</div>`
