import { attribute } from './attribute.ts'
import type { HeadLink, SubResource } from './document-facts.ts'
import type { Reader } from './element-readers.ts'
import type { HtmlElement } from './parse-html.ts'
import type { Reading } from './read-document.ts'

const kinds: Record<string, [kind: SubResource['kind'], attribute: string]> = {
  script: ['script', 'src'],
  iframe: ['frame', 'src'],
  frame: ['frame', 'src'],
  video: ['media', 'src'],
  audio: ['media', 'src'],
  source: ['media', 'src'],
  track: ['media', 'src'],
  object: ['object', 'data'],
  embed: ['object', 'src'],
}

/** Scripts, frames, media and objects: what the browser asks for in turn. */
export const readEmbedded: Reader = (element, { facts, keep, tagOf }) => {
  const [kind, source] = kinds[element.tagName] ?? []
  const url = source === undefined ? null : attribute(element, source)
  if (kind !== undefined && isAskedFor(url)) {
    keep(facts.subResources, () => ({ ...tagOf(element), kind, url: url.trim() }))
  }
  return undefined
}

export const readVideo: Reader = (element, reading) => {
  const poster = attribute(element, 'poster')
  if (isAskedFor(poster)) {
    reading.keep(reading.facts.subResources, () => ({
      ...reading.tagOf(element),
      kind: 'image',
      url: poster.trim(),
    }))
  }
  return readEmbedded(element, reading)
}

export const readImage: Reader = (element, { facts, keep, tagOf }) => {
  const tag = tagOf(element)
  const source = (attribute(element, 'src') ?? '').trim()
  const sources = [...(source === '' ? [] : [source]), ...candidates(attribute(element, 'srcset'))]
  const [first] = sources
  if (isAskedFor(first)) keep(facts.subResources, () => ({ ...tag, kind: 'image', url: first }))
  const hasAlt = alternatives.some((name) => attribute(element, name)?.trim()) || attribute(element, 'alt') !== null
  keep(facts.images, () => ({
    ...tag,
    hasAlt,
    decorative: !hasAlt && isDecoration(element),
    width: attribute(element, 'width'),
    height: attribute(element, 'height'),
    sources: [...sources, ...pictureSources(element.parentNode)],
  }))
  return undefined
}

const alternatives = ['aria-label', 'aria-labelledby', 'title']

/** Nobody who cannot see it is told of it. */
function isDecoration(image: HtmlElement): boolean {
  const role = attribute(image, 'role')?.trim().toLowerCase()
  if (role === 'presentation' || role === 'none') return true
  for (let node: HtmlElement['parentNode'] = image; node !== null && 'attrs' in node; node = node.parentNode) {
    const element = node as HtmlElement
    if (attribute(element, 'aria-hidden') === 'true' || attribute(element, 'hidden') !== null) return true
  }
  return false
}

/** Of the links only style sheets and fonts are asked for in any case. */
export function readLinkedFile(link: HeadLink, as: string | null, { facts, keep }: Reading): void {
  const { rel, href, excerpt, line, column } = link
  const kind = rel.includes('stylesheet') ? 'style' : rel.includes('preload') && as === 'font' ? 'font' : null
  if (kind !== null && isAskedFor(href)) {
    keep(facts.subResources, () => ({ excerpt, line, column, kind, url: href.trim() }))
  }
}

/** A <picture> offers its formats in <source>: the type, or the address where no type is given. */
function pictureSources(parent: HtmlElement['parentNode']): string[] {
  if (parent === null || parent.nodeName !== 'picture') return []
  return parent.childNodes.flatMap((child) => {
    if (!('tagName' in child) || child.tagName !== 'source') return []
    const source = child as HtmlElement
    return [attribute(source, 'type') ?? '', ...candidates(attribute(source, 'srcset'))].filter(Boolean)
  })
}

function isAskedFor(url: string | null | undefined): url is string {
  return url !== null && url !== undefined && url !== '' && !url.startsWith('data:')
}

/** The addresses of a srcset. They may hold commas themselves, as data: and those of image services do. */
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
    // What follows an address is its width or density, up to the comma.
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
