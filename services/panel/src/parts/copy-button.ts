import { type Html, html } from '../html.ts'

/** Copies the text of the element with this id; `what` completes the name that a screen reader tells: "Copy API key". */
export const copyButton = (sourceId: string, what: string, className = 'small'): Html =>
  html`<button type="button" class="${className}" data-copy="${sourceId}">Copy<span class="unseen"> ${what}</span></button>`
