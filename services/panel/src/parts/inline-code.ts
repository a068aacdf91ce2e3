import { type Html, html } from '@pagebell/html/template'

/** A text in which backticks mark code. */
export const inlineCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code class="url">${part}</code>`))}`
