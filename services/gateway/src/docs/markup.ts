const markup = Symbol('markup')

/** Markup that `html` has made: no text can pass for it. */
export type Html = { readonly [markup]: string }
export type Part = Html | string | number | false | undefined | readonly Part[]

/** A template whose values are escaped. Put values in text or in quoted attributes, and nowhere else. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { [markup]: strings.map((text, index) => text + write(parts[index])).join('') }
}

export const textOf = (page: Html): string => page[markup]

function write(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part))
  return isList(part) ? part.map(write).join('') : part[markup]
}

const isList = (part: Html | readonly Part[]): part is readonly Part[] => Array.isArray(part)

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

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
