import type { SubResource } from './document-facts.ts'
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

/** What the browser would ask for in turn: scripts, styles, frames, images, media, fonts, objects. */
export function readSubResource({ facts, attribute, tag, element }: Reading, name: string, isHtml: boolean): undefined {
  if (!isHtml) return
  const add = (kind: SubResource['kind'], url: string | null | undefined) => {
    if (url && !url.startsWith('data:')) facts.subResources.push({ excerpt: tag.excerpt, kind, url: url.trim() })
  }
  const [kind, source] = kinds[name] ?? []
  if (kind !== undefined && source !== undefined) add(kind, attribute(source))
  if (name === 'video') add('image', attribute('poster'))
  if (name === 'link') readLink(add, attribute)
  if (name === 'img') {
    const sources = [attribute('src'), ...candidates(attribute('srcset'))].filter((url) => url !== null && url !== '')
    add('image', sources[0])
    const role = attribute('role')
    facts.images.push({
      excerpt: tag.excerpt,
      hasAlt: attribute('alt') !== null || (attribute('aria-label') ?? '').trim() !== '',
      decorative: role === 'presentation' || role === 'none' || attribute('aria-hidden') === 'true',
      width: attribute('width'),
      height: attribute('height'),
      sources: [...sources.filter((url) => url !== null), ...pictureSources(element.parentNode)],
    })
  }
}

function readLink(
  add: (kind: SubResource['kind'], url: string | null) => void,
  attribute: (name: string) => string | null,
): void {
  const rel = (attribute('rel') ?? '').toLowerCase().split(/\s+/)
  if (rel.includes('stylesheet')) add('style', attribute('href'))
  if (rel.includes('preload') && attribute('as') === 'font') add('font', attribute('href'))
}

type Parent = Reading['element']['parentNode']

/** A <picture> offers its formats in <source>: the type, or the address where no type is given. */
function pictureSources(parent: Parent): string[] {
  if (parent === null || parent.nodeName !== 'picture') return []
  return parent.childNodes.flatMap((child) => {
    if (!('tagName' in child) || child.tagName !== 'source') return []
    const value = (name: string) => child.attrs.find((attribute) => attribute.name === name)?.value ?? null
    return [value('type') ?? '', ...candidates(value('srcset'))].filter(Boolean)
  })
}

function candidates(srcset: string | null): string[] {
  return (srcset ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s/, 1)[0] ?? '')
    .filter(Boolean)
}
