import { attribute, isHidden, keepsRole, lowerCase, maxValueLength, roleOf } from '@pagebell/html/attributes'
import type { HtmlElement } from '@pagebell/html/parse-html'
import { readAnchor } from './anchor-reader.ts'
import { readBase, readLink, readMeta, readRoot, readTitle } from './head-readers.ts'
import { readImage } from './image-reader.ts'
import type { Reader } from './reading.ts'
import { readEmbedded, readVideo } from './sub-resource-readers.ts'

/** By tag or role: a <div role="heading"> is a heading, an <h2 role="presentation"> is not. */
export function isHeading(element: HtmlElement): boolean {
  const role = roleOf(element)
  if (role === 'heading') return true
  if (!/^h[1-6]$/.test(element.tagName)) return false
  return role === '' || ((role === 'presentation' || role === 'none') && keepsRole(element))
}

/** WAI-ARIA 1.2: `aria-level`, a positive integer, overrides the tag; a role without it has level 2. */
function levelOf(element: HtmlElement): number {
  const stated = /^\s*0*([1-9]\d{0,2})\s*$/.exec(attribute(element, 'aria-level') ?? '')
  if (stated !== null) return Number(stated[1])
  const [, digit = '2'] = /^h([1-6])$/.exec(element.tagName) ?? []
  return Number(digit)
}

export const readHeading: Reader = (element, { facts, keep, tagOf, collectText }) => {
  if (!isHeading(element)) return undefined
  const level = levelOf(element)
  return collectText((text) => {
    keep(facts.headings, () => ({ ...tagOf(element), level, text: text === '' ? labelIn(element) : text }))
  })
}

/** Nodes of a heading that are searched for a label. */
const maxLabelledNodes = 200

/** What a heading without text says: its label, or those of the images in it. */
function labelIn(heading: HtmlElement): string {
  const label = attribute(heading, 'aria-label')?.trim()
  if (label) return label.slice(0, maxValueLength)
  const labels: string[] = []
  const waiting: HtmlElement[] = [heading]
  for (let seen = 0; seen < maxLabelledNodes; seen += 1) {
    const element = waiting.pop()
    if (element === undefined) break
    if (isHidden(element)) continue
    const names = element.tagName === 'img' ? ['aria-label', 'alt'] : ['aria-label']
    labels.push(names.map((name) => attribute(element, name)?.trim()).find(Boolean) ?? '')
    const children = element.childNodes.slice(0, maxLabelledNodes).filter((child) => 'tagName' in child)
    waiting.push(...(children as HtmlElement[]).reverse())
  }
  return labels.filter(Boolean).join(' ').slice(0, maxValueLength)
}

const readForm: Reader = (element, { facts, keep, tagOf }) => {
  facts.widgets += 1
  keep(facts.forms, () => ({ ...tagOf(element), action: attribute(element, 'action'), hasPassword: false }))
  return undefined
}

/** A button may override the action of its form. */
const readButton: Reader = (element, { facts, keep, tagOf }) => {
  const action = attribute(element, 'formaction')
  if (action !== null) keep(facts.forms, () => ({ ...tagOf(element), action, hasPassword: false }))
  return undefined
}

const readInput: Reader = (element, reading) => {
  const form = reading.facts.forms.at(-1)
  if (form !== undefined && lowerCase(attribute(element, 'type')) === 'password') form.hasPassword = true
  return readButton(element, reading)
}

/** JavaScript MIME types (MIME Sniffing Standard); a script of another type is data. */
const javascript = /^(application|text)\/(x-)?(java|ecma)script$|^text\/(jscript|livescript|javascript1\.[0-5])$/

const readScript: Reader = (element, reading) => {
  const { facts, keep, tagOf, inHead } = reading
  facts.scripts += 1
  const type = lowerCase(attribute(element, 'type'))
  if (type.split(';', 1)[0]?.trim() === 'application/ld+json') {
    const [content] = element.childNodes
    const text = content !== undefined && 'value' in content ? content.value : ''
    const cut = text.length > maxValueLength
    keep(facts.structured, () => ({ ...tagOf(element), kind: 'json-ld', text: text.slice(0, maxValueLength), cut }))
  }
  const isSkipped = attribute(element, 'nomodule') !== null
  const runs = (type === '' || javascript.test(type)) && !isSkipped
  const waits = attribute(element, 'async') === null && attribute(element, 'defer') === null
  if (inHead && runs && waits && attribute(element, 'src') !== null) {
    keep(facts.blockingScripts, () => tagOf(element))
  }
  return readEmbedded(element, reading)
}

const readDeprecated: Reader = (element, { facts, keep, tagOf }) => {
  keep(facts.deprecated, () => tagOf(element))
  return undefined
}

const readFrame: Reader = (element, reading) => {
  readDeprecated(element, reading)
  return readEmbedded(element, reading)
}

/** Counts the element as content without text. */
const readWidget =
  (read: Reader): Reader =>
  (element, reading) => {
    reading.facts.widgets += 1
    return read(element, reading)
  }

const deprecated = 'acronym applet basefont big center dir font frameset isindex marquee noframes s strike tt u'.split(
  ' ',
)

/** The readers by tag name; an element without a reader is counted, no more. */
export const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['html', readRoot],
  ['base', readBase],
  ['title', readTitle],
  ['meta', readMeta],
  ['link', readLink],
  ['a', readAnchor],
  ['form', readForm],
  ['input', readInput],
  ['button', readButton],
  ['script', readScript],
  ['img', readImage],
  ['video', readWidget(readVideo)],
  ['audio', readWidget(readEmbedded)],
  ['iframe', readWidget(readEmbedded)],
  ['canvas', readWidget(() => undefined)],
  ['frame', readFrame],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, readHeading] as const),
  ...['source', 'track', 'object', 'embed'].map((name) => [name, readEmbedded] as const),
  ...deprecated.map((name) => [name, readDeprecated] as const),
])
