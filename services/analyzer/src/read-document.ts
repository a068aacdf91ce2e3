import { html } from 'parse5'
import { attribute, isHidden, longestValue } from './attribute.ts'
import type { DocumentFacts, Tag } from './document-facts.ts'
import { isHeading, type Reader, readers, readHeading } from './element-readers.ts'
import { namesImages } from './label-ids.ts'
import { type HtmlElement, longestText, parseHtml } from './parse-html.ts'
import { sourceTags } from './source-tags.ts'
import { type Leave, walkElements } from './walk-elements.ts'

const deepest = 512
const mostCollectors = 4
/** A language tag is shorter; what is longer would be kept with every link below it. */
const longestLang = 100
/** Links, images and so on: of each kind so many are kept. */
export const mostKept = 10_000
/** Googlebot reads the first 2 MB of a page's HTML. */
const googlebotLimit = 2_000_000

/** Their text is not the page's, or not shown. */
const silent = new Set('head script style noscript template textarea iframe noembed noframes'.split(' '))
/** A word ends where they begin and end. */
const breaking = new Set(
  'address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img input li main nav ol option p pre section select summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

type Kind = { isBreaking: boolean; isSilent: boolean; read: Reader | undefined }

const plain: Kind = { isBreaking: false, isSilent: false, read: undefined }
const kinds = new Map(
  [...silent, ...breaking, ...readers.keys()].map((name): [string, Kind] => [
    name,
    { isBreaking: breaking.has(name), isSilent: silent.has(name), read: readers.get(name) },
  ]),
)

/** What the readers of elements see of the walk, and add to. */
export type Reading = {
  facts: DocumentFacts
  inHead: boolean
  lang: string
  /** Within an element that is hidden from everybody, or from those who cannot see. */
  hidden: boolean
  tagOf(element: HtmlElement): Tag
  /** Adds to one of the lists, unless that is full. */
  keep<T>(list: T[], item: () => T): T | undefined
  /** Calls back with the text inside the element once it has been walked. */
  collectText(done: (text: string) => void): Leave
}

/** One walk over the parsed page, in which every fact that a check may need is found. */
export function readDocument(source: string, htmlBytes: number): DocumentFacts {
  const { document, ceilings } = parseHtml(source)
  const notes = new Set(ceilings)
  const facts = emptyFacts()
  facts.mode = document.mode
  facts.htmlLength = source.length
  facts.hasDoctype = document.childNodes.some(({ nodeName }) => nodeName === '#documentType')
  const unread = htmlBytes > googlebotLimit ? charactersIn(source, googlebotLimit) : Number.POSITIVE_INFINITY
  const text: string[] = []
  const collectors: Collector[] = []
  const tagOf = sourceTags(source)
  let keptText = 0
  let silence = 0

  const reading: Reading = {
    facts,
    inHead: false,
    lang: '',
    hidden: false,
    tagOf,
    keep(list, item) {
      if (list.length >= mostKept) {
        notes.add(`more than ${mostKept} links, images or other elements of one kind`)
        return undefined
      }
      const kept = item()
      list.push(kept)
      return kept
    },
    collectText(done) {
      // Deeper than headings and links are nested by anybody who means well: each text would be gathered for all of them.
      if (collectors.length === mostCollectors) return undefined
      const collector: Collector = { parts: [], length: 0 }
      collectors.push(collector)
      return () => {
        collectors.splice(collectors.indexOf(collector), 1)
        done(fold(collector.parts.join('')))
      }
    },
  }

  function breakText(): void {
    if (silence === 0) text.push(' ')
    for (const collector of collectors) add(collector, ' ')
  }

  const complete = walkElements(document, deepest, {
    text(value, beyond) {
      for (const collector of collectors) add(collector, value)
      if (silence > 0) return
      const length = trimmedLength(value)
      facts.textLength += length + beyond
      if (length === 0) text.push(' ')
      else if (keptText < longestText) {
        keptText += value.length
        text.push(value)
      }
    },
    enter(element) {
      facts.elements += 1
      if (element.end > unread) facts.beyondGooglebot ??= tagOf(element).excerpt
      const { tagName } = element
      const kind = kinds.get(tagName) ?? plain
      const { isBreaking } = kind
      if (isBreaking) breakText()
      const read = kind.read ?? (element.attrs.length > 0 && isHeading(element) ? readHeading : undefined)
      const leave = read !== undefined && isHtml(element) ? read(element, reading) : undefined
      const isSilent = kind.isSilent || (tagName === 'title' && isHtml(element))
      const lang = element.attrs.length === 0 ? null : readGlobal(element, reading)
      const hides = !reading.hidden && element.attrs.length > 0 && isHidden(element)
      if (!isSilent && lang === null && !hides)
        return isBreaking && leave === undefined ? breakText : both(leave, isBreaking)

      const before = { lang: reading.lang, inHead: reading.inHead, hidden: reading.hidden }
      reading.lang = lang?.slice(0, longestLang) ?? before.lang
      if (hides) reading.hidden = true
      if (tagName === 'head') reading.inHead = true
      if (isSilent) silence += 1
      return () => {
        Object.assign(reading, before)
        if (isSilent) silence -= 1
        leave?.()
        if (isBreaking) breakText()
      }
    },
  })

  function both(leave: Leave, isBreaking: boolean): Leave {
    if (leave === undefined || !isBreaking) return leave
    return () => {
      leave()
      breakText()
    }
  }

  namesImages(document, deepest, facts.images)
  facts.text = text.join('').slice(0, longestText)
  if (!complete) notes.add(`nested deeper than ${deepest} elements`)
  facts.ceilings = [...notes]
  return facts
}

/** What any element may say: its language, and of what type the thing is that it describes. */
function readGlobal(element: HtmlElement, { facts, keep }: Reading): string | null {
  let lang: string | null = null
  for (const { name } of element.attrs) {
    if (name === 'lang') lang = attribute(element, 'lang')
    else if (name === 'itemtype' && attribute(element, 'itemscope') !== null) {
      keep(facts.structured, () => ({ kind: 'microdata', text: attribute(element, name) ?? '', cut: false }))
    } else if (name === 'typeof') {
      keep(facts.structured, () => ({ kind: 'rdfa', text: attribute(element, name) ?? '', cut: false }))
    }
  }
  return lang
}

function isHtml({ namespaceURI }: HtmlElement): boolean {
  return namespaceURI === html.NS.HTML
}

function charactersIn(html: string, bytes: number): number {
  return new TextEncoder().encodeInto(html.slice(0, bytes), new Uint8Array(bytes)).read
}

type Collector = { parts: string[]; length: number }

function add(collector: Collector, value: string): void {
  if (collector.length >= longestValue) return
  const part = value.slice(0, longestValue - collector.length)
  collector.parts.push(part)
  collector.length += part.length
}

function fold(text: string): string {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}

/** The same as of `trim()`, without making the text anew. */
function trimmedLength(text: string): number {
  let [from, to] = [0, text.length]
  while (from < to && isSpace(text.charCodeAt(from))) from += 1
  while (from < to && isSpace(text.charCodeAt(to - 1))) to -= 1
  return to - from
}

function isSpace(code: number): boolean {
  return code <= 0x20 ? code === 0x20 || (code >= 9 && code <= 13) : code >= 0xa0 && otherSpaces.has(code)
}

const otherSpaces = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000, 0xfeff,
])

function emptyFacts(): DocumentFacts {
  return {
    mode: 'quirks',
    hasDoctype: false,
    lang: null,
    base: null,
    titles: [],
    titleTags: [],
    metas: [],
    links: [],
    anchors: [],
    images: [],
    headings: [],
    forms: [],
    subResources: [],
    scripts: 0,
    blockingScripts: [],
    widgets: 0,
    structured: [],
    deprecated: [],
    text: '',
    textLength: 0,
    htmlLength: 0,
    elements: 0,
    ceilings: [],
    beyondGooglebot: null,
  }
}
