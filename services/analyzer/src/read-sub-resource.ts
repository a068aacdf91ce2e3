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
  const sources = [attribute(element, 'src'), ...candidates(attribute(element, 'srcset'))].filter(
    (url) => url !== null && url !== '',
  )
  const [first] = sources
  if (isAskedFor(first)) keep(facts.subResources, () => ({ ...tag, kind: 'image', url: first.trim() }))
  const role = attribute(element, 'role')
  keep(facts.images, () => ({
    ...tag,
    hasAlt: attribute(element, 'alt') !== null || (attribute(element, 'aria-label') ?? '').trim() !== '',
    decorative: role === 'presentation' || role === 'none' || attribute(element, 'aria-hidden') === 'true',
    width: attribute(element, 'width'),
    height: attribute(element, 'height'),
    sources: [...sources.filter((url) => url !== null), ...pictureSources(element.parentNode)],
  }))
  return undefined
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

function candidates(srcset: string | null): string[] {
  if (srcset === null) return []
  return srcset
    .split(',')
    .map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    .filter(Boolean)
}
