import { type Html, html } from '../html/html.ts'

/** Copies the text of the element with this id. `what` is for screen readers, who hear "Copy API key". */
export function copyButton(sourceId: string, what: string, className = 'small'): Html {
  const name = html`Copy<span class="unseen"> ${what}</span>`
  return html`<button type="button" class="${className}" data-copy="${sourceId}">${name}</button>`
}

/** A secret that is shown once, in the focus and with a button that copies it. */
export const secretToCopy = (id: string, secret: string, what: string): Html =>
  html`<div class="secret"><code id="${id}" tabindex="0" autofocus>${secret}</code>
${copyButton(id, what, 'main')}</div>`
