import { keepsRole, roleOf } from './aria-role.ts'
import { attribute, isHidden } from './attribute.ts'
import type { HeadLink, SubResource, Tag } from './document-facts.ts'
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

export const readImage: Reader = (element, { facts, keep, tagOf, hidden }) => {
  let found: Tag | undefined
  const tag = (): Tag => {
    found ??= tagOf(element)
    return found
  }
  const source = (attribute(element, 'src') ?? '').trim()
  const sources = [...(source === '' ? [] : [source]), ...candidates(attribute(element, 'srcset'))]
  const [first] = sources
  if (isAskedFor(first)) keep(facts.subResources, () => ({ ...tag(), kind: 'image', url: first }))
  const alt = attribute(element, 'alt')
  // Empty, it is decoration; of nothing but white space it says neither.
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

const longestStyle = 2_000

/** What the image's own style says of its size: `placed` takes it out of the flow, so that nothing moves when it arrives. */
function readStyle(style: string | null): { width: boolean; height: boolean; placed: boolean } {
  const declared = new Map<string, string>()
  for (const declaration of (style ?? '').slice(0, longestStyle).toLowerCase().split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    declared.set(property.trim(), value.replace('!important', '').trim())
  }
  const sets = (property: string) => !['', 'auto', 'initial', 'inherit', 'unset'].includes(declared.get(property) ?? '')
  const ratio = sets('aspect-ratio')
  const [width, height] = [sets('width'), sets('height')]
  const placed = /^(absolute|fixed)$/.test(declared.get('position') ?? '')
  return { width: width || (ratio && height), height: height || (ratio && width), placed }
}

/** A non-negative integer, as HTML defines the attributes. */
function isLength(value: string | null): boolean {
  return value !== null && /^\d+$/.test(value)
}

/** Nobody who cannot see it is told of it. */
function isDecoration(image: HtmlElement): boolean {
  const role = roleOf(image)
  return ((role === 'presentation' || role === 'none') && !keepsRole(image)) || isHidden(image)
}

/** Of the links only style sheets and fonts are asked for in any case. */
export function readLinkedFile(link: HeadLink, as: string | null, { facts, keep }: Reading): void {
  const { rel, href, excerpt, line, column } = link
  const kind = rel.includes('stylesheet') ? 'style' : rel.includes('preload') && as === 'font' ? 'font' : null
  if (kind !== null && isAskedFor(href)) {
    keep(facts.subResources, () => ({ excerpt, line, column, kind, url: href.trim() }))
  }
}

const answered = new WeakSet<object>()

/**
 * A <picture> offers its formats in <source>: the type, or the address where no type is given. They are for its first image:
 * it should have no other, and each would be kept with them all.
 */
function pictureSources(parent: HtmlElement['parentNode']): string[] {
  if (parent === null || parent.nodeName !== 'picture' || answered.has(parent)) return []
  answered.add(parent)
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
