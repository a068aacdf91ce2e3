import { attribute, tokens } from '@pagebell/html/attributes'
import type { HtmlElement } from '@pagebell/html/parse-html'
import type { Reader } from './reading.ts'

/** Attributes that have no meaning on an <a> without href. */
const linkOnly = ['target', 'rel', 'download', 'ping', 'hreflang', 'type', 'referrerpolicy']

export const readAnchor: Reader = (element, { facts, keep, tagOf, lang, collectText }) => {
  const label = attribute(element, 'aria-label')
  const anchor = keep(facts.anchors, () => ({
    ...tagOf(element),
    href: attribute(element, 'href'),
    isMeantAsLink: linkOnly.some((name) => attribute(element, name) !== null),
    hasName: isNamed(element),
    rel: tokens(attribute(element, 'rel')),
    role: (attribute(element, 'role') ?? '').trim(),
    name: (attribute(element, 'name') ?? '').trim(),
    id: (attribute(element, 'id') ?? '').trim(),
    text: label ?? '',
    lang: attribute(element, 'lang') ?? lang,
  }))
  if (anchor === undefined || label !== null) return undefined
  return collectText((text) => {
    anchor.text = text
  })
}

/** Nodes of a link that are searched for a name. */
const maxNamedNodes = 200

/** Whether a link has a name other than text: a label, a title, or an image with a text alternative. */
function isNamed(link: HtmlElement): boolean {
  const waiting: HtmlElement[] = [link]
  for (let seen = 0; seen < maxNamedNodes; seen += 1) {
    const element = waiting.pop()
    if (element === undefined) return false
    const names =
      element.tagName === 'img' ? ['aria-label', 'title', 'alt'] : ['aria-label', 'aria-labelledby', 'title']
    if (element.tagName === 'title' || names.some((name) => attribute(element, name)?.trim())) return true
    for (const child of element.childNodes.slice(0, maxNamedNodes)) {
      if ('tagName' in child) waiting.push(child as HtmlElement)
    }
  }
  return true
}
