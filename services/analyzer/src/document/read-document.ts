import { attribute, isHidden } from '@pagebell/html/attributes'
import { type HtmlElement, parseHtml } from '@pagebell/html/parse-html'
import { sourceTags } from '@pagebell/html/source-tags'
import { type Leave, walkElements } from '@pagebell/html/walk-elements'
import { html } from 'parse5'
import { type DocumentFacts, emptyFacts } from './document-facts.ts'
import { isHeading, readers, readHeading } from './element-readers.ts'
import { labelImages } from './image-reader.ts'
import type { Reader, Reading } from './reading.ts'
import { collectVisibleText } from './visible-text.ts'

const maxDepth = 512
/** Language tags are shorter; a longer one would be kept with every link below it. */
const maxLangLength = 100
/** Links, images and other elements stored, of each kind. */
export const maxKept = 10_000
/** Googlebot reads the first 2 MB of a page's HTML. */
const googlebotLimit = 2_000_000

/** Elements whose text is not rendered, or is not part of this page. */
const excluded = new Set('head script style noscript template textarea iframe noembed noframes'.split(' '))
/** Elements that separate words. */
const breaking = new Set(
  'address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img input li main nav ol option p pre section select summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

type Kind = { isBreaking: boolean; excludesText: boolean; read: Reader | undefined }

const plain: Kind = { isBreaking: false, excludesText: false, read: undefined }
const kinds = new Map(
  [...excluded, ...breaking, ...readers.keys()].map((name): [string, Kind] => [
    name,
    { isBreaking: breaking.has(name), excludesText: excluded.has(name), read: readers.get(name) },
  ]),
)

/** Parses a page and collects, in one walk over it, the facts that checks need. */
export function readDocument(source: string, htmlBytes: number): DocumentFacts {
  return readParsed(parseHtml(source), source, htmlBytes)
}

/** The same of a page that was parsed from this source. */
export function readParsed(
  { document, ceilings }: ReturnType<typeof parseHtml>,
  source: string,
  htmlBytes: number,
): DocumentFacts {
  const exceeded = new Set(ceilings)
  const facts = emptyFacts()
  facts.mode = document.mode
  facts.htmlLength = source.length
  facts.hasDoctype = document.childNodes.some(({ nodeName }) => nodeName === '#documentType')
  const unread = htmlBytes > googlebotLimit ? charactersIn(source, googlebotLimit) : Number.POSITIVE_INFINITY
  const text = collectVisibleText()
  const tagOf = sourceTags(source)

  const reading: Reading = {
    facts,
    inHead: false,
    lang: '',
    hidden: false,
    tagOf,
    keep(list, item) {
      if (list.length >= maxKept) {
        exceeded.add(`more than ${maxKept} links, images or other elements of one kind`)
        return undefined
      }
      const kept = item()
      list.push(kept)
      return kept
    },
    collectText: (done) => text.collect(done),
  }

  function enter(element: HtmlElement): Leave {
    facts.elements += 1
    if (element.tag !== null && element.tag.end > unread) facts.beyondGooglebot ??= tagOf(element).excerpt
    const { tagName, attrs } = element
    const kind = kinds.get(tagName) ?? plain
    const { isBreaking } = kind
    if (isBreaking) text.break()
    const read = kind.read ?? (attrs.length > 0 && isHeading(element) ? readHeading : undefined)
    const leave = read !== undefined && isHtml(element) ? read(element, reading) : undefined
    const excludesText = kind.excludesText || (tagName === 'title' && isHtml(element))
    const lang = attrs.length === 0 ? null : readGlobalAttributes(element, reading)
    const hides = !reading.hidden && attrs.length > 0 && isHidden(element)
    if (!excludesText && lang === null && !hides) return isBreaking ? thenBreak(leave) : leave

    const before = { lang: reading.lang, inHead: reading.inHead, hidden: reading.hidden }
    reading.lang = lang?.slice(0, maxLangLength) ?? before.lang
    if (hides) reading.hidden = true
    if (tagName === 'head') reading.inHead = true
    const includeAgain = excludesText ? text.exclude() : undefined
    return () => {
      Object.assign(reading, before)
      includeAgain?.()
      leave?.()
      if (isBreaking) text.break()
    }
  }

  function thenBreak(leave: Leave): Leave {
    if (leave === undefined) return text.break
    return () => {
      leave()
      text.break()
    }
  }

  const complete = walkElements(document, maxDepth, { enter, text: text.add })
  labelImages(document, maxDepth, facts.images)
  Object.assign(facts, text.result())
  if (!complete) exceeded.add(`nested deeper than ${maxDepth} elements`)
  facts.ceilings = [...exceeded]
  return facts
}

/** Adds structured data of any element, and returns its language. */
function readGlobalAttributes(element: HtmlElement, { facts, keep, tagOf }: Reading): string | null {
  let lang: string | null = null
  for (const { name } of element.attrs) {
    if (name === 'lang') lang = attribute(element, 'lang')
    else if (name === 'itemtype' && attribute(element, 'itemscope') !== null) {
      const text = attribute(element, name) ?? ''
      keep(facts.structured, () => ({ ...tagOf(element), kind: 'microdata', text, cut: false }))
    } else if (name === 'typeof') {
      const text = attribute(element, name) ?? ''
      keep(facts.structured, () => ({ ...tagOf(element), kind: 'rdfa', text, cut: false }))
    }
  }
  return lang
}

function isHtml({ namespaceURI }: HtmlElement): boolean {
  return namespaceURI === html.NS.HTML
}

function charactersIn(source: string, bytes: number): number {
  return new TextEncoder().encodeInto(source.slice(0, bytes), new Uint8Array(bytes)).read
}
