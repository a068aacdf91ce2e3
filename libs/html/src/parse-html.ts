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

/** Stands for all comments, which are dropped: no check needs them, and a page can have a million. */
const comment = defaultTreeAdapter.createCommentNode('')

/**
 * Parses as browsers do. A page that exceeds a ceiling is read up to there: the tree adapter stops the parser, which needs
 * quadratic time for deeply nested pages. `tags`: whether the tree says where start tags are, which takes longer.
 */
export function parseHtml(
  html: string,
  { tags = true }: { tags?: boolean } = {},
): { document: HtmlDocument; ceilings: string[] } {
  const ceilings = new Set<string>()
  const written = writeTexts()
  let elements = 0
  let attributes = 0

  const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attrs): HtmlElement {
      elements += 1
      attributes += attrs.length
      if (elements > maxElements) throw stop(`more than ${maxElements} elements`)
      if (attributes > maxAttributesTotal) throw stop(`more than ${maxAttributesTotal} attributes`)
      if (attrs.length > maxAttributes) {
        ceilings.add(`more than ${maxAttributes} attributes on one element`)
        attrs.length = maxAttributes
      }
      return { nodeName: tagName, tagName, attrs, namespaceURI, childNodes: [], parentNode: null, depth: 0, tag: null }
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
      parent.childNodes.push(child)
      place(parent, child)
    },
    insertBefore(parent, child, reference) {
      defaultTreeAdapter.insertBefore(parent, child, reference)
      place(parent, child)
    },
    insertText(parent, text) {
      const last = parent.childNodes[parent.childNodes.length - 1]
      if (last !== undefined && isText(last)) written.lengthen(last, text)
      else adapter.appendChild(parent, adapter.createTextNode(text))
    },
    insertTextBefore(parent, text, reference) {
      written.settle()
      defaultTreeAdapter.insertTextBefore(parent, text, reference)
    },
  }

  function place(parent: HtmlParent, child: HtmlNode & Partial<Placed>): void {
    child.parentNode = parent
    if (child.depth === undefined) return
    child.depth = (parent.depth ?? 0) + 1
    if (child.depth > maxParsedDepth) throw stop(`nested deeper than ${maxParsedDepth} elements`)
  }

  function stop(reason: string): CeilingReached {
    ceilings.add(reason)
    return new CeilingReached(reason)
  }

  const parser = new Parser({ treeAdapter: adapter, sourceCodeLocationInfo: tags })
  try {
    for (let at = 0; at === 0 || at < html.length; at += pieceLength) {
      parser.tokenizer.write(html.slice(at, at + pieceLength), at + pieceLength >= html.length)
      flatten(parser)
    }
  } catch (error) {
    if (!(error instanceof CeilingReached)) throw error
  }
  written.settle()
  return { document: parser.document, ceilings: [...ceilings] }
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text'
}

/**
 * Texts arrive word by word. The words of the one that is being written are joined when the next one is: concatenated
 * one by one, each would stay in memory as an object, with another one for the concatenation.
 */
function writeTexts() {
  let node: HtmlText | null = null
  let words: string[] = []
  let length = 0

  function settle(): void {
    if (node !== null && words.length > 0) node.value += words.join('')
    node = null
    words = []
  }

  return {
    settle,
    lengthen(text: HtmlText, word: string): void {
      if (text !== node) {
        settle()
        node = text
        length = text.value.length
      }
      if (length >= maxTextLength) text.beyond = (text.beyond ?? 0) + word.length
      else {
        words.push(word)
        length += word.length
      }
    },
  }
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
