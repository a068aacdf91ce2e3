import { attribute } from './attribute.ts'
import type { Image } from './document-facts.ts'
import type { HtmlDocument, HtmlElement } from './parse-html.ts'
import { walkElements } from './walk-elements.ts'

/** Ids that are looked for; a page that labels its images so has a handful. */
const maxIds = 1_000

/** Gives an alternative to the images whose `aria-labelledby` names an element with text, which may stand anywhere in the page. */
export function namesImages(document: HtmlDocument, deepest: number, images: readonly Image[]): void {
  const waiting = images.filter(({ hasAlt, labelledBy }) => !hasAlt && labelledBy.length > 0)
  if (waiting.length === 0) return
  const wanted = new Set(waiting.flatMap(({ labelledBy }) => labelledBy).slice(0, maxIds))
  const named = idsWithText(document, deepest, wanted)
  for (const image of waiting) image.hasAlt = image.labelledBy.some((id) => named.has(id))
}

function idsWithText(document: HtmlDocument, deepest: number, wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const open: string[] = []
  const nameOpen = () => {
    for (const id of open) found.add(id)
  }
  walkElements(document, deepest, {
    text(value) {
      if (open.length > 0 && value.trim() !== '') nameOpen()
    },
    enter(element) {
      if (element.attrs.length === 0) return undefined
      const id = attribute(element, 'id') ?? ''
      const isWanted = wanted.has(id) && !found.has(id)
      if (isWanted) open.push(id)
      if (open.length > 0 && hasLabel(element)) nameOpen()
      return isWanted ? () => open.splice(open.lastIndexOf(id), 1) : undefined
    },
  })
  return found
}

function hasLabel(element: HtmlElement): boolean {
  return ['aria-label', 'alt', 'title'].some((name) => attribute(element, name)?.trim())
}
