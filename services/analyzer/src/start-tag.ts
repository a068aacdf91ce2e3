import type { HtmlElement } from './parse-html.ts'

const longest = 200

/** An element's start tag, cut short, to show as evidence. */
export function startTag(element: HtmlElement): string {
  let tag = `<${element.tagName}`
  for (const { name, value } of element.attrs) {
    if (tag.length > longest) break
    tag += value === '' ? ` ${name}` : ` ${name}="${value.slice(0, longest)}"`
  }
  return tag.length < longest ? `${tag}>` : `${tag.slice(0, longest)}…`
}
