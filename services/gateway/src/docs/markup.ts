import { type Html, html, type Part } from '@pagebell/html/template'

/** The little Markdown that descriptions use: paragraphs, numbered lists, `code` and links. */
export function prose(text: string): Html[] {
  return text
    .split('\n\n')
    .map((block) =>
      block.startsWith('1. ')
        ? html`<ol>${block.split('\n').map((line) => html`<li>${inline(line.replace(/^\d+\. /, ''))}</li>`)}</ol>`
        : html`<p>${inline(block)}</p>`,
    )
}

export function inline(text: string): Part[] {
  return text.split(/(`[^`]+`|\[[^\]]+\]\(https?:[^)\s]+\))/).map((piece) => {
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`
    const [, label, address] = /^\[([^\]]+)\]\((https?:[^)]+)\)$/.exec(piece) ?? []
    return label === undefined || address === undefined ? piece : html`<a href="${address}">${label}</a>`
  })
}

/** Text to copy, with its button. */
export const codeBlock = (id: string, what: string, ...lines: string[]): Html =>
  html`<div class="code">
<button type="button" data-copy="${id}">Copy<span class="unseen"> ${what}</span></button>
<pre id="${id}"><code>${lines.join('\n')}</code></pre>
</div>`
