import type { EntryList } from './entry-list.ts'
import type { Hub } from './listing.ts'
import { scanXml, type XmlElement, type XmlEnd } from './scan-xml.ts'
import { formatOf, isHtml, knownName, relOf, type XmlFormat } from './xml-formats.ts'

/** `root` is undefined if no element was read; `isFull` if there were more entries than are read. */
export type XmlReading = {
  end: XmlEnd
  root: { name: string; isHtml: boolean; kind: XmlFormat['kind'] | undefined } | undefined
  hub: Hub | null
  isFull: boolean
}

/** No text that is used is longer; the rest of a longer one is dropped. */
const maxTextLength = 8_192

/** Reads sitemaps, sitemap indexes, RSS and Atom: adds what they list to `entries`. */
export function readXml(pieces: Iterable<string>, url: string, entries: EntryList): XmlReading {
  let root: XmlElement | undefined
  let format: XmlFormat | undefined
  let isFull = false
  let entry: Map<string, string> | null = null
  let field: { depth: number; name: string; text: string } | null = null
  let hub: string | null = null
  let self: string | null = null

  const end = scanXml(pieces, url, {
    open(element) {
      if (element.depth === 0) {
        root = element
        format = formatOf(element)
      }
      if (root === undefined || format === undefined) return
      const name = knownName(element, format, root)
      // The links of a feed to its hub and to itself stand beside its entries, or in the channel beside them (RSS 1.0).
      if (entry === null && element.depth > 0 && element.depth <= 2 && isAtomLink(name, format)) noteFeedLink(element)
      if (element.depth === format.depth && name === format.entry) entry = new Map()
      else if (entry !== null && name !== null && element.depth === format.depth + 1) openField(element, name, format)
    },
    text(piece) {
      if (field !== null && field.text.length < maxTextLength) field.text += piece
    },
    close({ depth, base }) {
      if (format === undefined || entry === null) return
      if (field?.depth === depth) {
        const { name, text } = field
        field = null
        if (!entry.has(name) && text.trim() !== '') entry.set(name, text)
      } else if (depth === format.depth) {
        addEntry(format, entry, base)
        entry = null
      }
    },
    isDone: () => isFull || (root !== undefined && format === undefined),
  })
  return {
    end,
    root: root === undefined ? undefined : { name: nameOf(root), isHtml: isHtml(root), kind: format?.kind },
    hub: hub === null ? null : { hub, topic: self ?? url },
    isFull,
  }

  function openField(element: XmlElement, name: string, { kind }: XmlFormat): void {
    if (kind === 'atom' && name === 'link') noteAlternate(element)
    else if (name !== 'guid' || element.attributes['isPermaLink'] !== 'false') {
      field = { depth: element.depth, name, text: '' }
    }
  }

  /** Of several alternate links of an entry, the first that is a web page; else the first. */
  function noteAlternate(element: XmlElement): void {
    const { href, type } = element.attributes
    if (href === undefined || relOf(element) !== 'alternate') return
    const address = URL.parse(href.trim()) === null ? (URL.parse(href.trim(), element.base)?.href ?? href) : href
    const isPage = type === undefined || type.startsWith('text/html') || type.startsWith('application/xhtml')
    if (!entry?.has('link') || (isPage && !entry.has('link to a page'))) entry?.set('link', address)
    if (isPage) entry?.set('link to a page', address)
  }

  function noteFeedLink(element: XmlElement): void {
    const href = element.attributes['href']?.trim() ?? ''
    const address = href === '' ? null : URL.parse(href, element.base)
    if (address === null || !/^https?:$/.test(address.protocol)) return
    const rel = relOf(element)
    if (rel === 'hub') hub ??= address.href
    else if (rel === 'self') self ??= address.href
  }

  function addEntry({ address, dates, hasBase }: XmlFormat, texts: Map<string, string>, base: string): void {
    const written = address(texts)
    if (written === undefined) return
    const isAdded = entries.add({
      address: written,
      dates: dates.map((name) => texts.get(name)),
      base: hasBase ? base : null,
    })
    isFull ||= !isAdded
  }
}

function isAtomLink(name: string | null, { kind }: XmlFormat): boolean {
  return (kind === 'atom' && name === 'link') || (kind === 'rss' && name === 'atom:link')
}

function nameOf({ prefix, name }: XmlElement): string {
  return prefix === '' ? name : `${prefix}:${name}`
}
