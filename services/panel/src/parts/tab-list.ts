import { type Html, html, type Part } from '@pagebell/html/template'

export type Tab = {
  to: string
  name: string
  /** "page" for a page of several, "true" for a filter of the same list. */
  current: 'page' | 'true' | undefined
  count?: Part
}

/** Links of which one is the current. */
export function tabs(label: string, items: readonly Tab[]): Html {
  const item = ({ to, name, current, count }: Tab): Html => {
    const here = current !== undefined && html` aria-current="${current}"`
    return html`<li><a href="${to}"${here}>${name}${count}</a></li>`
  }
  return html`<nav class="tabs" aria-label="${label}"><ul>${items.map(item)}</ul></nav>`
}
