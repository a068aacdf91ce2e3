import { attribute } from '@pagebell/html/attributes'
import { type HtmlDocument, type HtmlElement, type HtmlParent, maxParsedDepth } from '@pagebell/html/parse-html'
import { walkElements } from '@pagebell/html/walk-elements'
import { exclusionReason, isContent, isMain } from './exclusions.ts'
import { type Selector, selectorWalk } from './selectors.ts'

/** How the main element was found. */
export type MainRule = 'page rule' | 'only main' | 'only top-level article' | 'body'
/** `element` is null for a document without a body, such as a frameset. */
export type FoundMain = { element: HtmlElement | null; rule: MainRule; base: string | null }

/** The walk enters the children of the deepest element that the parser accepts. */
export const walkDepth = maxParsedDepth + 2

/**
 * Finds the element whose text is the page's content: the first that the project's rule selects, else the only main,
 * else the only top-level article, else the body. Elements that do not count (`exclusionReason`) are no candidates,
 * except for the rule. Also returns the page's base address, as written.
 */
export function findMain(document: HtmlDocument, rule: Selector | null): FoundMain {
  const placeOf = placesIn(document)
  const mains = new Set<HtmlElement>()
  const articles = new Set<HtmlElement>()
  const bodies: HtmlElement[] = []
  const bases: HtmlElement[] = []
  for (const element of document.landmarks) {
    const { parentNode } = element
    const outside = parentNode === null ? null : placeOf(parentNode)
    if (outside === null) continue
    if (element.tagName === 'base') bases.push(element)
    else if (element.tagName === 'body') bodies.push(element)
    if (outside.isExcluded || exclusionReason(element, outside.isInContent) !== null) continue
    if (isMain(element)) mains.add(element)
    if (element.tagName === 'article' && !outside.isInArticle) articles.add(element)
  }

  const base = firstBase(document, bases)
  const selected = rule === null ? null : firstSelected(document, rule)
  const [main = null] = mains
  const [article = null] = articles
  if (selected !== null) return { element: selected, rule: 'page rule', base }
  if (main !== null && mains.size === 1) return { element: main, rule: 'only main', base }
  if (article !== null && articles.size === 1) return { element: article, rule: 'only top-level article', base }
  return { element: bodies[0] ?? null, rule: 'body', base }
}

type Place = { isExcluded: boolean; isInContent: boolean; isInArticle: boolean }

/** Returns a function that says what a node is within, itself included: null for one that is not in the document. */
function placesIn(document: HtmlDocument): (node: HtmlParent) => Place | null {
  const places = new Map<HtmlParent, Place | null>([
    [document, { isExcluded: false, isInContent: false, isInArticle: false }],
  ])
  return (node) => {
    // Outermost last. Without recursion, for a page may be nested deeply.
    const unknown: HtmlParent[] = []
    let known: HtmlParent | null = node
    while (known !== null && !places.has(known)) {
      unknown.push(known)
      known = 'parentNode' in known ? known.parentNode : null
    }
    let place = known === null ? null : (places.get(known) ?? null)
    for (const parent of unknown.reverse()) {
      place = place === null ? null : placeWithin(parent as HtmlElement, place)
      places.set(parent, place)
    }
    return place
  }
}

function placeWithin(element: HtmlElement, outside: Place): Place {
  return {
    isExcluded: outside.isExcluded || exclusionReason(element, outside.isInContent) !== null,
    isInContent: outside.isInContent || isContent(element),
    isInArticle: outside.isInArticle || element.tagName === 'article',
  }
}

/** Of several base elements with an address, the first in the document counts, which need not be the first created. */
function firstBase(document: HtmlDocument, bases: readonly HtmlElement[]): string | null {
  const [first = null, second] = bases
  if (second === undefined) return first === null ? null : attribute(first, 'href')
  let base: string | null = null
  walkElements(document, walkDepth, {
    text: () => undefined,
    enter(element) {
      if (element.tagName === 'base') base ??= attribute(element, 'href')
      return undefined
    },
  })
  return base
}

function firstSelected(document: HtmlDocument, rule: Selector): HtmlElement | null {
  const selectors = selectorWalk([rule])
  let selected: HtmlElement | null = null
  walkElements(document, walkDepth, {
    text: () => undefined,
    enter(element) {
      if (selectors.enter(element) !== null) selected ??= element
      return selectors.leave
    },
  })
  return selected
}
