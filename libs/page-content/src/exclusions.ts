import { attribute, isHidden, lowerCase, roleOf, tokens } from '@pagebell/html/attributes'
import type { HtmlElement } from '@pagebell/html/parse-html'

/** Elements without words of the page, and those that repeat on every page of a site. */
const excludedTags = 'head script style template svg noscript iframe noembed noframes nav footer aside'.split(' ')
/** Times, which are often relative: by HTML, and by the custom elements that GitHub published. */
const timeTags = 'time relative-time local-time time-ago time-until'.split(' ')
const tagReasons = new Map([...excludedTags, ...timeTags].map((tag) => [tag, `<${tag}>`]))
/** An aside with such a class or role is a part of the text: a note of the author, or a quotation set apart. */
const noteClass =
  /^(?:starlight-aside|admonition|callout|note|tip|hint|important|warning|caution|danger|pquote|pull-?quote)(?:$|[-_])/
const noteRoles = new Set('note doc-notice doc-tip doc-example doc-footnote doc-pullquote'.split(' '))
const excludedRoles = new Set('navigation banner contentinfo search complementary'.split(' '))

/**
 * Why an element does not count, or null. `isInContent`: within an article or main, where a header belongs to the
 * content. Only the attributes `hidden`, `aria-hidden` and `role` are read.
 */
export function exclusionReason(element: HtmlElement, isInContent: boolean): string | null {
  const { tagName } = element
  const tagReason = tagReasons.get(tagName)
  if (tagReason !== undefined)
    return tagName === 'aside' && isInContent && isNote(element) ? hiddenReason(element) : tagReason
  if (tagName === 'header' && !isInContent) return '<header> outside article and main'
  if (!element.hasRoleOrHidden) return null
  const role = roleOf(element)
  if (excludedRoles.has(role)) return `role=${role}`
  return hiddenReason(element)
}

function isNote(element: HtmlElement): boolean {
  const role = roleOf(element)
  if (role !== '') return noteRoles.has(role)
  return tokens(attribute(element, 'class')).some((name) => noteClass.test(name))
}

function hiddenReason(element: HtmlElement): string | null {
  if (!isHidden(element)) return null
  return lowerCase(attribute(element, 'aria-hidden')) === 'true' ? 'aria-hidden=true' : 'hidden'
}

/** An article, or main by tag or role. */
export function isContent(element: HtmlElement): boolean {
  return element.tagName === 'article' || isMain(element)
}

export function isMain(element: HtmlElement): boolean {
  return element.tagName === 'main' || (element.hasRoleOrHidden && roleOf(element) === 'main')
}
