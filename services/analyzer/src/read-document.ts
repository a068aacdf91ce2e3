import type { DocumentFacts, Tag } from './document-facts.ts'
import { readers } from './element-readers.ts'
import { type HtmlElement, parseHtml } from './parse-html.ts'
import { startTag } from './start-tag.ts'
import { type Leave, walkElements } from './walk-elements.ts'

const deepest = 512
const longestValue = 65_536
const longestText = 500_000
/** Googlebot reads the first 2 MB of a page's HTML. */
export const googlebotLimit = 2_000_000

const untold = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'title',
  'textarea',
  'iframe',
  'noembed',
  'noframes',
])
const breaking = new Set(
  'address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr img input li main nav ol option p pre section select summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

export type Reading = {
  facts: DocumentFacts
  element: HtmlElement
  tag: Tag
  inHead: boolean
  lang: string
  /** The attribute cut to what is kept of a value, or null. */
  attribute(name: string): string | null
  /** Calls back with the text inside the element once it has been walked. */
  collectText(done: (text: string) => void): Leave
}

/** One walk over the parsed page, in which every fact that a check may need is found. */
export function readDocument(html: string, htmlBytes: number): DocumentFacts {
  const tooLong = htmlBytes > googlebotLimit
  const { document, ceilings } = parseHtml(html, tooLong)
  const limit = tooLong ? Buffer.from(html).subarray(0, googlebotLimit).toString().length : Number.POSITIVE_INFINITY
  const facts = emptyFacts()
  facts.mode = document.mode
  facts.hasDoctype = document.childNodes.some(({ nodeName }) => nodeName === '#documentType')

  const text: string[] = []
  const collectors: Collector[] = []
  const languages: string[] = ['']
  let headDepth = 0
  let silence = 0

  const complete = walkElements(document, deepest, {
    text(value) {
      for (const collector of collectors) add(collector, value)
      if (silence > 0) return
      facts.textLength += value.trim().length
      if (facts.textLength < longestText) text.push(value.slice(0, longestText))
    },
    enter(element) {
      facts.elements += 1
      const start = element.sourceCodeLocation?.startOffset ?? 0
      if (start > limit) facts.beyondGooglebot ??= startTag(element)
      const name = element.tagName
      const isHtml = element.namespaceURI.endsWith('xhtml')
      const attributes = new Map(element.attrs.map((attribute) => [attribute.name, attribute.value]))
      const attribute = (wanted: string) => attributes.get(wanted)?.slice(0, longestValue) ?? null
      const isSilent = untold.has(name) || name === 'head'
      const lang = attribute('lang') ?? languages.at(-1) ?? ''
      const leaves: Leave[] = []

      languages.push(lang)
      if (name === 'head' && isHtml) headDepth += 1
      if (isSilent) silence += 1
      if (breaking.has(name)) {
        text.push(' ')
        for (const collector of collectors) add(collector, ' ')
      }
      const collectText = (done: (text: string) => void): Leave => {
        const collector: Collector = { parts: [], length: 0 }
        collectors.push(collector)
        return () => {
          collectors.splice(collectors.indexOf(collector), 1)
          done(fold(collector.parts.join('')))
        }
      }
      const tag = {
        get excerpt() {
          return startTag(element)
        },
      }
      const reading = { facts, element, tag, inHead: headDepth > 0, lang, attribute, collectText }
      for (const read of readers) leaves.push(read(reading, name, isHtml))

      return () => {
        for (const leave of leaves) leave?.()
        languages.pop()
        if (name === 'head' && isHtml) headDepth -= 1
        if (isSilent) silence -= 1
        if (breaking.has(name)) text.push(' ')
      }
    },
  })

  facts.text = fold(text.join('')).slice(0, longestText)
  facts.ceilings = complete ? ceilings : [...ceilings, `nested deeper than ${deepest} elements`]
  return facts
}

type Collector = { parts: string[]; length: number }

function add(collector: Collector, value: string): void {
  if (collector.length >= longestValue) return
  const part = value.slice(0, longestValue - collector.length)
  collector.parts.push(part)
  collector.length += part.length
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function emptyFacts(): DocumentFacts {
  return {
    mode: 'quirks',
    hasDoctype: false,
    lang: null,
    base: null,
    titles: [],
    metas: [],
    links: [],
    anchors: [],
    images: [],
    headings: [],
    forms: [],
    subResources: [],
    blockingScripts: [],
    structured: [],
    deprecated: [],
    text: '',
    textLength: 0,
    elements: 0,
    ceilings: [],
    beyondGooglebot: null,
  }
}
