import { keepsRole, roleOf } from './aria-role.ts'
import { attribute, longestValue } from './attribute.ts'
import type { HtmlElement } from './parse-html.ts'
import type { Reading } from './read-document.ts'
import { readEmbedded, readImage, readLinkedFile, readVideo } from './read-sub-resource.ts'
import type { Leave } from './walk-elements.ts'

/** Looks at one element; what it answers is done when the element's content has been walked. */
export type Reader = (element: HtmlElement, reading: Reading) => Leave

const readRoot: Reader = (element, { facts }) => {
  facts.lang ??= attribute(element, 'lang')
  return undefined
}

const readBase: Reader = (element, { facts }) => {
  facts.base ??= attribute(element, 'href')
  return undefined
}

const readTitle: Reader = (element, { facts, keep, tagOf, collectText }) => {
  return collectText((text) => {
    keep(facts.titles, () => text)
    keep(facts.titleTags, () => tagOf(element))
  })
}

const readMeta: Reader = (element, { facts, keep, tagOf, inHead }) => {
  keep(facts.metas, () => ({
    ...tagOf(element),
    name: lower(attribute(element, 'name')),
    property: lower(attribute(element, 'property')),
    httpEquiv: lower(attribute(element, 'http-equiv')),
    content: (attribute(element, 'content') ?? '').trim(),
    charset: attribute(element, 'charset'),
    inHead,
  }))
  return undefined
}

const readLink: Reader = (element, reading) => {
  const { facts, keep, tagOf, inHead } = reading
  const link = keep(facts.links, () => ({
    ...tagOf(element),
    rel: words(attribute(element, 'rel')),
    href: attribute(element, 'href'),
    hreflang: attribute(element, 'hreflang'),
    type: lower(attribute(element, 'type')),
    inHead,
  }))
  if (link !== undefined) readLinkedFile(link, attribute(element, 'as'), reading)
  return undefined
}

/** By its tag, or by its role: a <div role="heading"> is one, and an <h2 role="presentation"> is none. */
export function isHeading(element: HtmlElement): boolean {
  const role = roleOf(element)
  if (role === 'heading') return true
  if (!/^h[1-6]$/.test(element.tagName)) return false
  return role === '' || ((role === 'presentation' || role === 'none') && keepsRole(element))
}

/** WAI-ARIA 1.2: `aria-level` is a positive integer and goes before the tag; a role alone is of level 2. */
function levelOf(element: HtmlElement): number {
  const stated = /^\s*0*([1-9]\d{0,2})\s*$/.exec(attribute(element, 'aria-level') ?? '')
  if (stated !== null) return Number(stated[1])
  const [, digit = '2'] = /^h([1-6])$/.exec(element.tagName) ?? []
  return Number(digit)
}

export const readHeading: Reader = (element, { facts, keep, tagOf, collectText }) => {
  if (!isHeading(element)) return undefined
  const level = levelOf(element)
  return collectText((text) => keep(facts.headings, () => ({ ...tagOf(element), level, text })))
}

/** Attributes that mean nothing on an <a> without href. */
const linkOnly = ['target', 'rel', 'download', 'ping', 'hreflang', 'type', 'referrerpolicy']

const readAnchor: Reader = (element, { facts, keep, tagOf, lang, collectText }) => {
  const label = attribute(element, 'aria-label')
  const anchor = keep(facts.anchors, () => ({
    ...tagOf(element),
    href: attribute(element, 'href'),
    isMeantAsLink: linkOnly.some((name) => attribute(element, name) !== null),
    hasName: isNamed(element),
    rel: words(attribute(element, 'rel')),
    role: (attribute(element, 'role') ?? '').trim(),
    name: (attribute(element, 'name') ?? '').trim(),
    id: (attribute(element, 'id') ?? '').trim(),
    text: label ?? '',
    lang: attribute(element, 'lang') ?? lang,
  }))
  if (anchor === undefined || label !== null) return undefined
  return collectText((text) => {
    anchor.text = text
  })
}

const readForm: Reader = (element, { facts, keep, tagOf }) => {
  facts.widgets += 1
  keep(facts.forms, () => ({ ...tagOf(element), action: attribute(element, 'action'), hasPassword: false }))
  return undefined
}

/** A button may send the form elsewhere than the form says. */
const readButton: Reader = (element, { facts, keep, tagOf }) => {
  const action = attribute(element, 'formaction')
  if (action !== null) keep(facts.forms, () => ({ ...tagOf(element), action, hasPassword: false }))
  return undefined
}

const readInput: Reader = (element, reading) => {
  const form = reading.facts.forms.at(-1)
  if (form !== undefined && lower(attribute(element, 'type')) === 'password') form.hasPassword = true
  return readButton(element, reading)
}

/** The types that the HTML standard takes for a classic script; any other is data. */
const javascript = /^(application|text)\/(x-)?(java|ecma)script$|^text\/(jscript|livescript|javascript1\.[0-5])$/

const readScript: Reader = (element, reading) => {
  const { facts, keep, tagOf, inHead } = reading
  facts.scripts += 1
  const type = lower(attribute(element, 'type'))
  if (type.split(';', 1)[0]?.trim() === 'application/ld+json') {
    const [content] = element.childNodes
    const text = content !== undefined && 'value' in content ? content.value : ''
    const cut = text.length > longestValue
    keep(facts.structured, () => ({ kind: 'json-ld', text: text.slice(0, longestValue), cut }))
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

/** Content without words. */
const readWidget =
  (read: Reader): Reader =>
  (element, reading) => {
    reading.facts.widgets += 1
    return read(element, reading)
  }

const deprecated = 'acronym applet basefont big center dir font frameset isindex marquee noframes s strike tt u'.split(
  ' ',
)

/** By tag name; an element without a reader is only counted. */
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

/** Nodes of a link that are looked at for a name. */
const maxNamedNodes = 200

/** Whether something other than text names a link: a label, a title, or an image with an alternative. */
function isNamed(link: HtmlElement): boolean {
  const waiting: HtmlElement[] = [link]
  for (let seen = 0; seen < maxNamedNodes; seen += 1) {
    const element = waiting.pop()
    if (element === undefined) return false
    const names =
      element.tagName === 'img' ? ['aria-label', 'title', 'alt'] : ['aria-label', 'aria-labelledby', 'title']
    if (element.tagName === 'title' || names.some((name) => attribute(element, name)?.trim())) return true
    for (const child of element.childNodes.slice(0, maxNamedNodes)) {
      if ('tagName' in child) waiting.push(child as HtmlElement)
    }
  }
  return true
}

function lower(text: string | null): string {
  return (text ?? '').trim().toLowerCase()
}

function words(text: string | null): string[] {
  return text === null ? [] : lower(text).split(/\s+/).filter(Boolean)
}
