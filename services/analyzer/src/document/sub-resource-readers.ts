import { attribute } from '@pagebell/html/attributes'
import type { HeadLink, SubResource } from './document-facts.ts'
import type { Reader, Reading } from './reading.ts'

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

/** Scripts, frames, media and objects, which the browser fetches. */
export const readEmbedded: Reader = (element, { facts, keep, tagOf }) => {
  const [kind, source] = kinds[element.tagName] ?? []
  const url = source === undefined ? null : attribute(element, source)
  if (kind !== undefined && isFetched(url)) {
    keep(facts.subResources, () => ({ ...tagOf(element), kind, url: url.trim() }))
  }
  return undefined
}

export const readVideo: Reader = (element, reading) => {
  const poster = attribute(element, 'poster')
  if (isFetched(poster)) {
    reading.keep(reading.facts.subResources, () => ({
      ...reading.tagOf(element),
      kind: 'image',
      url: poster.trim(),
    }))
  }
  return readEmbedded(element, reading)
}

/** Of all links, only style sheets and preloaded fonts are fetched for certain. */
export function readLinkedFile(link: HeadLink, as: string | null, { facts, keep }: Reading): void {
  const { rel, href, excerpt, line, column } = link
  const kind = rel.includes('stylesheet') ? 'style' : rel.includes('preload') && as === 'font' ? 'font' : null
  if (kind !== null && isFetched(href)) {
    keep(facts.subResources, () => ({ excerpt, line, column, kind, url: href.trim() }))
  }
}

/** Whether a browser sends a request for it. */
export function isFetched(url: string | null | undefined): url is string {
  return url !== null && url !== undefined && url !== '' && !url.startsWith('data:')
}
