import { attribute } from './attributes.ts'
import type { Image } from './document-facts.ts'
import type { HtmlDocument, HtmlElement } from './parse-html.ts'
import { walkElements } from './walk-elements.ts'

/** Ids that are searched for; ordinary pages have a handful. */
const maxIds = 1_000

/** Sets `hasAlt` on the images whose `aria-labelledby` refers to an element with text, anywhere in the page. */
export function labelImages(document: HtmlDocument, maxDepth: number, images: readonly Image[]): void {
  const unlabelled = images.filter(({ hasAlt, labelledBy }) => !hasAlt && labelledBy.length > 0)
  if (unlabelled.length === 0) return
  const ids = new Set(unlabelled.flatMap(({ labelledBy }) => labelledBy).slice(0, maxIds))
  const named = idsWithText(document, maxDepth, ids)
  for (const image of unlabelled) image.hasAlt = image.labelledBy.some((id) => named.has(id))
}

function idsWithText(document: HtmlDocument, maxDepth: number, ids: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const open: string[] = []
  const nameOpen = () => {
    for (const id of open) found.add(id)
  }
  walkElements(document, maxDepth, {
    text(value) {
      if (open.length > 0 && value.trim() !== '') nameOpen()
    },
    enter(element) {
      if (element.attrs.length === 0) return undefined
      const id = attribute(element, 'id') ?? ''
      const isListed = ids.has(id) && !found.has(id)
      if (isListed) open.push(id)
      if (open.length > 0 && hasLabel(element)) nameOpen()
      return isListed ? () => open.splice(open.lastIndexOf(id), 1) : undefined
    },
  })
  return found
}

function hasLabel(element: HtmlElement): boolean {
  return ['aria-label', 'alt', 'title'].some((name) => attribute(element, name)?.trim())
}
