import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser, type TreeAdapter } from 'parse5'
import { readInRuns } from './read-in-runs.ts'

export type HtmlDocument = DefaultTreeAdapterMap['document']
export type HtmlNode = DefaultTreeAdapterMap['childNode']
export type HtmlText = DefaultTreeAdapterMap['textNode'] & {
  /** Characters beyond what is kept of one text. */
  beyond?: number
}
type HtmlParent = DefaultTreeAdapterMap['parentNode'] & Partial<Placed>
export type HtmlElement = DefaultTreeAdapterMap['element'] & Placed
type Placed = {
  /** Elements around it when it was put there. */
  depth: number
  /** Where in the source its start tag ends. */
  end: number
}

/** Ceilings for hostile pages; an ordinary page is far below each of them. */
export const mostElements = 200_000
export const mostAttributes = 200
const mostAttributesInAll = 500_000
export const deepestParsed = 4096
export const longestText = 500_000

/** Characters handed to the parser at a time. */
const pieceLength = 250_000

class CeilingReached extends Error {}

/** Comments are not kept: nothing is asked of them, and a page can hold a million. */
const comment = defaultTreeAdapter.createCommentNode('')

/**
 * Parses as browsers do. A page over a ceiling is read up to there: the parser is stopped from inside its own
 * tree adapter, because a deeply nested page costs it quadratic time.
 */
export function parseHtml(html: string): { document: HtmlDocument; ceilings: string[] } {
  const ceilings = new Set<string>()
  let elements = 0
  let attributes = 0

  const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attrs): HtmlElement {
      elements += 1
      attributes += attrs.length
      if (elements > mostElements) throw stop(`more than ${mostElements} elements`)
      if (attributes > mostAttributesInAll) throw stop(`more than ${mostAttributesInAll} attributes`)
      if (attrs.length > mostAttributes) {
        ceilings.add(`more than ${mostAttributes} attributes on one element`)
        attrs.length = mostAttributes
      }
      const { offset: end } = parser.tokenizer.preprocessor
      return { nodeName: tagName, tagName, attrs, namespaceURI, childNodes: [], parentNode: null, depth: 0, end }
    },
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
      if (last !== undefined && isText(last)) lengthen(last, text)
      else adapter.appendChild(parent, adapter.createTextNode(text))
    },
  }

  function place(parent: HtmlParent, child: HtmlNode & Partial<Placed>): void {
    child.parentNode = parent
    if (child.depth === undefined) return
    child.depth = (parent.depth ?? 0) + 1
    if (child.depth > deepestParsed) throw stop(`nested deeper than ${deepestParsed} elements`)
  }

  function stop(reason: string): CeilingReached {
    ceilings.add(reason)
    return new CeilingReached(reason)
  }

  const parser = new Parser({ treeAdapter: adapter })
  readInRuns(parser.tokenizer)
  try {
    for (let at = 0; at === 0 || at < html.length; at += pieceLength) {
      parser.tokenizer.write(html.slice(at, at + pieceLength), at + pieceLength >= html.length)
      flatten(parser)
    }
  } catch (error) {
    if (!(error instanceof CeilingReached)) throw error
  }
  return { document: parser.document, ceilings: [...ceilings] }
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text'
}

function lengthen(node: HtmlText, text: string): void {
  if (node.value.length < longestText) node.value += text
  else node.beyond = (node.beyond ?? 0) + text.length
}

/** Joins what the parser has gathered letter by letter: a string of a million parts takes thirty times its length. */
function flatten({ tokenizer }: Parser<DefaultTreeAdapterMap>): void {
  for (const gathered of [tokenizer['currentToken'], tokenizer['currentCharacterToken'], tokenizer['currentAttr']]) {
    for (const value of Object.values(gathered ?? {})) if (typeof value === 'string') value.charCodeAt(0)
  }
}
