import type { HtmlElement, TagPlace } from './parse-html.ts'

/** A start tag as evidence shows it: as written, truncated; line and column count from 1. */
export type Tag = { excerpt: string; line: number; column: number }

const maxExcerptLength = 200

/** Returns a function that shows the start tag of an element as written, with its line and column from 1. */
export function sourceTags(source: string): (element: HtmlElement) => Tag {
  return (element) => {
    const { tag } = element
    const { line, column } = tag ?? placeAround(element)
    return { excerpt: tag === null ? parsedTag(element) : writtenTag(source, tag), line, column }
  }
}

function writtenTag(source: string, { start, end }: TagPlace): string {
  const tag = source.slice(start, Math.min(end, start + maxExcerptLength))
  const line = /[\t\n\f\r\0]| {2}/.test(tag) ? tag.replace(/[\s\0]+/g, ' ') : tag
  return end - start > maxExcerptLength ? `${line}…` : line
}

/** An element without a tag in the source, which the parser made to repair the page's nesting. */
function parsedTag({ tagName, attrs }: HtmlElement): string {
  const attributes = attrs.slice(0, 10).map(({ name, value }) => ` ${name}="${value.slice(0, maxExcerptLength)}"`)
  const tag = `<${tagName}${attributes.join('')}>`
  return tag.length > maxExcerptLength ? `${tag.slice(0, maxExcerptLength)}…` : tag
}

/** The place of the closest ancestor that has a tag in the source. */
function placeAround(element: HtmlElement): { line: number; column: number } {
  for (let parent = element.parentNode; parent !== null && 'tagName' in parent; parent = parent.parentNode) {
    const { tag } = parent as HtmlElement
    if (tag !== null) return tag
  }
  return { line: 1, column: 1 }
}
