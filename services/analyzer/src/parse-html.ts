import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5'

export type HtmlDocument = DefaultTreeAdapterMap['document']
export type HtmlElement = DefaultTreeAdapterMap['element']
export type HtmlNode = DefaultTreeAdapterMap['childNode']

/** Ceilings for hostile pages; an ordinary page is far below each of them. */
export const mostElements = 200_000
export const mostAttributes = 200
export const deepestParsed = 4096

class CeilingReached extends Error {}

/**
 * Parses as browsers do. A page over a ceiling is read up to there: the parser is stopped from inside its own
 * tree adapter, because a deeply nested page costs it quadratic time.
 */
export function parseHtml(html: string, withPositions = false): { document: HtmlDocument; ceilings: string[] } {
  const ceilings = new Set<string>()
  const depths = new WeakMap<object, number>()
  let elements = 0
  let document: HtmlDocument | undefined

  const adapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createDocument() {
      document = defaultTreeAdapter.createDocument()
      return document
    },
    createElement(tagName, namespace, attributes) {
      elements += 1
      if (elements > mostElements) throw stop(`more than ${mostElements} elements`)
      if (attributes.length <= mostAttributes) return defaultTreeAdapter.createElement(tagName, namespace, attributes)
      ceilings.add(`more than ${mostAttributes} attributes on one element`)
      return defaultTreeAdapter.createElement(tagName, namespace, attributes.slice(0, mostAttributes))
    },
    appendChild(parent, child) {
      const depth = (depths.get(parent) ?? 0) + 1
      depths.set(child, depth)
      defaultTreeAdapter.appendChild(parent, child)
      if (depth > deepestParsed) throw stop(`nested deeper than ${deepestParsed} elements`)
    },
  }

  function stop(reason: string): CeilingReached {
    ceilings.add(reason)
    return new CeilingReached(reason)
  }

  try {
    parse(html, { treeAdapter: adapter, sourceCodeLocationInfo: withPositions })
  } catch (error) {
    if (!(error instanceof CeilingReached)) throw error
  }
  if (document === undefined) throw new Error('The parser made no document.')
  return { document, ceilings: [...ceilings] }
}
