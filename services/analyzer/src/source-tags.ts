import type { Tag } from './document-facts.ts'
import type { HtmlElement } from './parse-html.ts'

const longest = 200
/** A tag with more "<" in its attributes is shown as the parser saw it: looking further could cost quadratic time. */
const mostSteps = 200
/** From one mark to the next, in characters. */
const markStep = 512

/** Finds the start tag that an element was made of, as its author wrote it, with its line and column from 1. */
export function sourceTags(html: string): (element: HtmlElement) => Tag {
  let marks: Place[] | undefined

  return (element) => {
    const start = startOf(html, element)
    marks ??= markLines(html)
    const excerpt = start === null ? parsedTag(element) : writtenTag(html, start, element.end)
    return { excerpt, ...placeOf(html, marks, start ?? element.end) }
  }
}

function startOf(html: string, { tagName, end }: HtmlElement): number | null {
  let at = html.lastIndexOf('<', end)
  for (let step = 0; at >= 0 && step < mostSteps; step += 1) {
    const after = at + 1 + tagName.length
    if (html.startsWith(tagName, at + 1) && isTagsEnd(html.charCodeAt(after))) return at
    if (isTag(html.slice(at + 1, after + 1), tagName)) return at
    at = at === 0 ? -1 : html.lastIndexOf('<', at - 1)
  }
  return null
}

function isTagsEnd(code: number): boolean {
  return code === 0x3e || code === 0x20 || code === 0x2f || code === 0x0a
}

/** Behind its name there is white space, a slash or the end: what stands in an attribute's value seldom goes on so. */
function isTag(text: string, tagName: string): boolean {
  return text.slice(0, -1).toLowerCase() === tagName.toLowerCase() && /[\s/>]$/.test(text)
}

function writtenTag(html: string, start: number, end: number): string {
  const tag = html.slice(start, Math.min(end + 1, start + longest))
  const line = /[\t\n\f\r\0]| {2}/.test(tag) ? tag.replace(/[\s\0]+/g, ' ') : tag
  return end + 1 - start > longest ? `${line}…` : line
}

function parsedTag({ tagName, attrs }: HtmlElement): string {
  const attributes = attrs.slice(0, 10).map(({ name, value }) => ` ${name}="${value.slice(0, longest)}"`)
  const tag = `<${tagName}${attributes.join('')}>`
  return tag.length > longest ? `${tag.slice(0, longest)}…` : tag
}

/** The line, counted from 1, and where it begins. */
type Place = { line: number; start: number }

/** The place of every so many characters: neither a page of ten million lines nor one of a single line is searched again. */
function markLines(html: string): Place[] {
  const marks: Place[] = []
  let place: Place = { line: 1, start: 0 }
  let next = html.indexOf('\n')
  for (let at = 0; at <= html.length; at += markStep) {
    for (; next >= 0 && next < at; next = html.indexOf('\n', next + 1)) {
      place = { line: place.line + 1, start: next + 1 }
    }
    marks.push(place)
  }
  return marks
}

/** Line and column from 1. */
function placeOf(html: string, marks: readonly Place[], offset: number): { line: number; column: number } {
  const mark = Math.min(Math.floor(offset / markStep), marks.length - 1)
  let { line, start } = marks[mark] ?? { line: 1, start: 0 }
  for (let at = mark * markStep; at < offset; at += 1) {
    if (html.charCodeAt(at) !== 0x0a) continue
    line += 1
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}
