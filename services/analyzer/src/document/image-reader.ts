import { attribute, isHidden, keepsRole, roleOf } from '@pagebell/html/attributes'
import type { HtmlDocument, HtmlElement } from '@pagebell/html/parse-html'
import type { Tag } from '@pagebell/html/source-tags'
import { walkElements } from '@pagebell/html/walk-elements'
import type { Image } from './document-facts.ts'
import type { Reader } from './reading.ts'
import { isFetched } from './sub-resource-readers.ts'

export const readImage: Reader = (element, { facts, keep, tagOf, hidden }) => {
  let found: Tag | undefined
  const tag = (): Tag => {
    found ??= tagOf(element)
    return found
  }
  const source = (attribute(element, 'src') ?? '').trim()
  const sources = [...(source === '' ? [] : [source]), ...candidates(attribute(element, 'srcset'))]
  const [first] = sources
  if (isFetched(first)) keep(facts.subResources, () => ({ ...tag(), kind: 'image', url: first }))
  const alt = attribute(element, 'alt')
  // An empty alt marks decoration; one of white space alone does not count.
  const isDescribed = alt !== null && (alt === '' || alt.trim() !== '')
  const hasAlt = isDescribed || ['aria-label', 'title'].some((name) => attribute(element, name)?.trim())
  const style = readStyle(attribute(element, 'style'))
  keep(facts.images, () => ({
    ...tag(),
    hasAlt,
    labelledBy: hasAlt ? [] : (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean).slice(0, 20),
    decorative: !hasAlt && (hidden || isDecoration(element)),
    flows: !source.startsWith('data:') && !style.placed && !(style.width && style.height),
    hasWidth: style.width || isLength(attribute(element, 'width')),
    hasHeight: style.height || isLength(attribute(element, 'height')),
    sources: [...sources, ...pictureSources(element.parentNode)],
  }))
  return undefined
}

const maxStyleLength = 2_000

/** The size in the image's style attribute; `placed`: positioned outside the flow, so that it cannot shift the layout. */
function readStyle(style: string | null): { width: boolean; height: boolean; placed: boolean } {
  const declared = new Map<string, string>()
  for (const declaration of (style ?? '').slice(0, maxStyleLength).toLowerCase().split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    declared.set(property.trim(), value.replace('!important', '').trim())
  }
  const sets = (property: string) => !['', 'auto', 'initial', 'inherit', 'unset'].includes(declared.get(property) ?? '')
  const ratio = sets('aspect-ratio')
  const [width, height] = [sets('width'), sets('height')]
  const placed = /^(absolute|fixed)$/.test(declared.get('position') ?? '')
  return { width: width || (ratio && height), height: height || (ratio && width), placed }
}

/** A non-negative integer, as HTML defines width and height. */
function isLength(value: string | null): boolean {
  return value !== null && /^\d+$/.test(value)
}

/** Not exposed to assistive technology. */
function isDecoration(image: HtmlElement): boolean {
  const role = roleOf(image)
  return ((role === 'presentation' || role === 'none') && !keepsRole(image)) || isHidden(image)
}

const picturesRead = new WeakSet<object>()

/**
 * The formats that a <picture> offers in <source>: the type, or the addresses where there is none. Only its first image gets
 * them: it should be the only one, and keeping them with each of many would cost quadratic memory.
 */
function pictureSources(parent: HtmlElement['parentNode']): string[] {
  if (parent === null || parent.nodeName !== 'picture' || picturesRead.has(parent)) return []
  picturesRead.add(parent)
  return parent.childNodes.flatMap((child) => {
    if (!('tagName' in child) || child.tagName !== 'source') return []
    const source = child as HtmlElement
    return [attribute(source, 'type') ?? '', ...candidates(attribute(source, 'srcset'))].filter(Boolean)
  })
}

/** The addresses of a srcset. They may contain commas, as data: URLs and those of image services do. */
function candidates(srcset: string | null): string[] {
  if (srcset === null) return []
  const urls: string[] = []
  for (let at = 0; at < srcset.length; ) {
    while (isSpaceOrComma(srcset.charCodeAt(at))) at += 1
    const start = at
    while (at < srcset.length && !isSpace(srcset.charCodeAt(at))) at += 1
    let end = at
    while (end > start && srcset[end - 1] === ',') end -= 1
    if (end > start) urls.push(srcset.slice(start, end))
    // An address is followed by its width or density, up to the comma.
    if (end === at) while (at < srcset.length && srcset[at] !== ',') at += 1
  }
  return urls
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

function isSpaceOrComma(code: number): boolean {
  return code === 44 || isSpace(code)
}

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
