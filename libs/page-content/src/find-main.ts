import { attribute } from '@pagebell/html/attributes'
import { type HtmlDocument, type HtmlElement, maxParsedDepth } from '@pagebell/html/parse-html'
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
  const mains: HtmlElement[] = []
  const articles: HtmlElement[] = []
  const selectors = selectorWalk(rule === null ? [] : [rule])
  let selected: HtmlElement | null = null
  let body: HtmlElement | null = null
  let base: string | null = null
  let openContents = 0
  let openArticles = 0
  let exclusions = 0

  // Apart from `enter`, so that no scope is made for the elements that need none: most of them.
  function leave(isExcluded: number, content: number, article: number): () => void {
    return () => {
      exclusions -= isExcluded
      openContents -= content
      openArticles -= article
      selectors.leave?.()
    }
  }

  walkElements(document, walkDepth, {
    text: () => undefined,
    enter(element) {
      if (selectors.enter(element) !== null) selected ??= element
      if (element.tagName === 'base') base ??= attribute(element, 'href')
      else if (element.tagName === 'body') body ??= element
      const isExcluded = exclusionReason(element, openContents > 0) !== null
      const content = Number(isContent(element))
      const article = Number(element.tagName === 'article')
      if (!isExcluded && exclusions === 0) {
        if (isMain(element)) mains.push(element)
        if (article === 1 && openArticles === 0) articles.push(element)
      }
      exclusions += Number(isExcluded)
      openContents += content
      openArticles += article
      return isExcluded || content + article > 0 ? leave(Number(isExcluded), content, article) : selectors.leave
    },
  })

  const [main = null, otherMain] = mains
  const [article = null, otherArticle] = articles
  if (selected !== null) return { element: selected, rule: 'page rule', base }
  if (main !== null && otherMain === undefined) return { element: main, rule: 'only main', base }
  if (article !== null && otherArticle === undefined) return { element: article, rule: 'only top-level article', base }
  return { element: body, rule: 'body', base }
}
