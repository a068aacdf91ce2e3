import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser, type TreeAdapter } from 'parse5'

export type HtmlDocument = DefaultTreeAdapterMap['document']
export type HtmlNode = DefaultTreeAdapterMap['childNode']
export type HtmlText = DefaultTreeAdapterMap['textNode'] & {
  /** Characters of the text that were not kept. */
  beyond?: number
}
type HtmlParent = DefaultTreeAdapterMap['parentNode'] & Partial<Placed>
export type HtmlElement = DefaultTreeAdapterMap['element'] & Placed
type Placed = {
  /** Number of ancestors when it was inserted. */
  depth: number
  /** null for an element that no tag in the source stands for, or if tags are not wanted. */
  tag: TagPlace | null
}
/** A start tag in the source: offsets of its first character and after its last one; line and column count from 1. */
export type TagPlace = { start: number; end: number; line: number; column: number }

/** Ceilings for hostile pages; ordinary pages are far below each of them. */
export const maxElements = 200_000
export const maxAttributes = 200
const maxAttributesTotal = 500_000
export const maxParsedDepth = 4096
export const maxTextLength = 500_000

/** Characters passed to the parser at a time. */
const pieceLength = 250_000

class CeilingReached extends Error {}

const textName = defaultTreeAdapter.createTextNode('').nodeName
/** Stands for all comments, which are dropped: no check needs them, and a page can have a million. */
const comment = defaultTreeAdapter.createCommentNode('')

/** What the parser has read of a page so far. The words of the text that it is writing are not in the tree yet. */
type Reading = {
  ceilings: Set<string>
  elements: number
  attributes: number
  text: HtmlText | null
  words: string[]
  textLength: number
}

const startReading = (): Reading => ({
  ceilings: new Set(),
  elements: 0,
  attributes: 0,
  text: null,
  words: [],
  textLength: 0,
})

/** Parsing does not wait for anything, so that there is one page at a time. */
let reading = startReading()

/** Of all elements that have none, until the first one is appended. */
const noChildren: HtmlNode[] = []

/** One for all pages: made again for each, its functions would not stay optimized. */
const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  createElement(tagName, namespaceURI, attrs): HtmlElement {
    reading.elements += 1
    reading.attributes += attrs.length
    if (reading.elements > maxElements) throw stop(`more than ${maxElements} elements`)
    if (reading.attributes > maxAttributesTotal) throw stop(`more than ${maxAttributesTotal} attributes`)
    if (attrs.length > maxAttributes) {
      reading.ceilings.add(`more than ${maxAttributes} attributes on one element`)
      attrs.length = maxAttributes
    }
    const childNodes = noChildren
    return { nodeName: tagName, tagName, attrs, namespaceURI, childNodes, parentNode: null, depth: 0, tag: null }
  },
  // Only the places of start tags are kept: all locations of a hostile page would not fit into the thread's memory.
  setNodeSourceCodeLocation(node: HtmlNode & Partial<Placed>, location) {
    if (node.tag === undefined || location === null) return
    const { startOffset: start, endOffset: end, startLine: line, startCol: column } = location
    node.tag = { start, end, line, column }
  },
  getNodeSourceCodeLocation: () => undefined,
  createCommentNode: () => comment,
  appendChild(parent, child) {
    if (child === comment) return
    append(parent, child)
    place(parent, child)
  },
  insertBefore(parent, child, reference) {
    defaultTreeAdapter.insertBefore(parent, child, reference)
    place(parent, child)
  },
  insertText(parent, text) {
    const { childNodes } = parent
    const last = childNodes[childNodes.length - 1]
    if (last !== undefined && isText(last)) lengthen(last, text)
    else append(parent, { nodeName: textName, value: text, parentNode: parent })
  },
  insertTextBefore(parent, text, reference) {
    settle()
    defaultTreeAdapter.insertTextBefore(parent, text, reference)
  },
}

/** Most elements have one child or none, for which an array that grows would have room for seventeen. */
function append(parent: HtmlParent, child: HtmlNode): void {
  if (parent.childNodes === noChildren) parent.childNodes = [child]
  else parent.childNodes.push(child)
}

function place(parent: HtmlParent, child: HtmlNode & Partial<Placed>): void {
  child.parentNode = parent
  if (child.depth === undefined) return
  child.depth = (parent.depth ?? 0) + 1
  if (child.depth > maxParsedDepth) throw stop(`nested deeper than ${maxParsedDepth} elements`)
}

function stop(reason: string): CeilingReached {
  reading.ceilings.add(reason)
  return new CeilingReached(reason)
}

/**
 * Parses as browsers do. A page that exceeds a ceiling is read up to there: the tree adapter stops the parser, which needs
 * quadratic time for deeply nested pages. `tags`: whether the tree says where start tags are, which takes longer.
 */
export function parseHtml(
  html: string,
  { tags = true }: { tags?: boolean } = {},
): { document: HtmlDocument; ceilings: string[] } {
  reading = startReading()
  const parser = new Parser({ treeAdapter: adapter, sourceCodeLocationInfo: tags })
  try {
    for (let at = 0; at === 0 || at < html.length; at += pieceLength) {
      parser.tokenizer.write(html.slice(at, at + pieceLength), at + pieceLength >= html.length)
      flatten(parser)
    }
  } catch (error) {
    if (!(error instanceof CeilingReached)) throw error
  }
  settle()
  return { document: parser.document, ceilings: [...reading.ceilings] }
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text'
}

/**
 * Texts arrive word by word. The words of the one that is being written are joined when the next one is: concatenated
 * one by one, each would stay in memory as an object, with another one for the concatenation.
 */
function lengthen(text: HtmlText, word: string): void {
  if (text !== reading.text) {
    settle()
    reading.text = text
    reading.words.push(text.value)
    reading.textLength = text.value.length
  }
  if (reading.textLength >= maxTextLength) text.beyond = (text.beyond ?? 0) + word.length
  else {
    reading.words.push(word)
    reading.textLength += word.length
  }
}

function settle(): void {
  if (reading.text === null) return
  reading.text.value = reading.words.join('')
  reading.text = null
  reading.words = []
}

/**
 * Flattens the names that the tokenizer is concatenating character by character: as a rope, a tag name of 10 MB takes
 * thirty times that. The fields are protected in parse5's types, so that tsc notices if they change.
 */
function flatten({ tokenizer }: Parser<DefaultTreeAdapterMap>): void {
  for (const token of [tokenizer['currentToken'], tokenizer['currentCharacterToken'], tokenizer['currentAttr']]) {
    for (const value of Object.values(token ?? {})) if (typeof value === 'string') value.charCodeAt(0)
  }
}
