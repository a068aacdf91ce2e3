import { type DefaultTreeAdapterMap, defaultTreeAdapter, html, Parser, type TreeAdapter } from 'parse5'

export type HtmlDocument = DefaultTreeAdapterMap['document'] & {
  /**
   * The elements body, main, article and base, and those with a role, as they were created: some may have been moved
   * since, or removed. Who looks for them need not walk the tree, most of which is in no cache by then.
   */
  landmarks: HtmlElement[]
}
export type HtmlNode = DefaultTreeAdapterMap['childNode']
export type HtmlText = DefaultTreeAdapterMap['textNode'] & {
  /** Characters of the text that were not kept. */
  beyond?: number
}
export type HtmlParent = DefaultTreeAdapterMap['parentNode'] & Partial<Placed>
export type HtmlElement = DefaultTreeAdapterMap['element'] & Placed
type Placed = {
  /** Number of ancestors when it was inserted. */
  depth: number
  /** null for an element that no tag in the source stands for, or if tags are not wanted. */
  tag: TagPlace | null
  /** Whether it has an attribute that changes what it is to a reader: role, hidden or aria-hidden. */
  hasRoleOrHidden: boolean
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
/** Characters of a text that are concatenated before it is flattened. */
const maxConcatenated = 8_192

class CeilingReached extends Error {}

const textName = defaultTreeAdapter.createTextNode('').nodeName
/** Stands for all comments, which are dropped: no check needs them, and a page can have a million. */
const comment = defaultTreeAdapter.createCommentNode('')

/**
 * What the parser has read of a page so far. `text` is the one that it is writing, of which `flatLength` characters are
 * one string; `unused` keeps what is only read to flatten it.
 */
type Reading = {
  ceilings: Set<string>
  landmarks: HtmlElement[]
  elements: number
  attributes: number
  text: HtmlText | null
  flatLength: number
  unused: number
}

const startReading = (): Reading => ({
  ceilings: new Set(),
  landmarks: [],
  elements: 0,
  attributes: 0,
  text: null,
  flatLength: 0,
  unused: 0,
})

/** Parsing does not wait for anything, so that there is one page at a time. */
let reading = startReading()

/** Of all elements that have none, until the first one is appended. */
const noChildren: HtmlNode[] = []

const landmarkTags: ReadonlySet<string> = new Set(['body', 'main', 'article', 'base'])
/** The tokenizer makes a string for each tag; those that are one string are compared by their address. */
const knownTags = new Map<string, string>(Object.values(html.TAG_NAMES).map((name) => [name, name]))

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
    const name = knownTags.get(tagName) ?? tagName
    const element = {
      nodeName: name,
      tagName: name,
      attrs,
      namespaceURI,
      childNodes: noChildren,
      parentNode: null,
      depth: 0,
      tag: null,
      hasRoleOrHidden: attrs.length > 0 && hasRoleOrHidden(attrs),
    }
    if (element.hasRoleOrHidden || landmarkTags.has(name)) reading.landmarks.push(element)
    return element
  },
  adoptAttributes(element: HtmlElement, attrs) {
    defaultTreeAdapter.adoptAttributes(element, attrs)
    element.hasRoleOrHidden = hasRoleOrHidden(element.attrs)
    if (element.hasRoleOrHidden) reading.landmarks.push(element)
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
}

function hasRoleOrHidden(attrs: HtmlElement['attrs']): boolean {
  for (const { name } of attrs) if (name === 'role' || name === 'hidden' || name === 'aria-hidden') return true
  return false
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
  page: string,
  { tags = true }: { tags?: boolean } = {},
): { document: HtmlDocument; ceilings: string[] } {
  reading = startReading()
  const parser = new Parser({ treeAdapter: adapter, sourceCodeLocationInfo: tags })
  try {
    for (let at = 0; at === 0 || at < page.length; at += pieceLength) {
      parser.tokenizer.write(page.slice(at, at + pieceLength), at + pieceLength >= page.length)
      flatten(parser)
    }
  } catch (error) {
    if (!(error instanceof CeilingReached)) throw error
  }
  settle()
  const document = Object.assign(parser.document, { landmarks: reading.landmarks })
  return { document, ceilings: [...reading.ceilings] }
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text'
}

/**
 * Texts arrive word by word, and V8 represents what is concatenated as a tree of words. It is flattened when the next
 * text begins, and now and then in a long one: a page of trees takes several times the memory.
 */
function lengthen(text: HtmlText, word: string): void {
  if (text !== reading.text) {
    settle()
    reading.text = text
    reading.flatLength = 0
  }
  const { length } = text.value
  if (length >= maxTextLength) text.beyond = (text.beyond ?? 0) + word.length
  else {
    text.value += word
    if (length - reading.flatLength > maxConcatenated) flattenText(text)
  }
}

function settle(): void {
  if (reading.text === null) return
  flattenText(reading.text)
  reading.text = null
}

/** Reading a character flattens a string, unless V8 finds that the character is not used. */
function flattenText({ value }: HtmlText): void {
  reading.unused ^= value.charCodeAt(0)
  reading.flatLength = value.length
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
