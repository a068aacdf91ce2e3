import type { XmlElement } from './scan-xml.ts'

/** The texts of an entry by the name of their element, with `atom:`, `dc:` or `dcterms:` for those namespaces. */
export type EntryTexts = ReadonlyMap<string, string>

export type XmlFormat = {
  kind: 'sitemap' | 'index' | 'rss' | 'atom'
  /** The name of an entry's element, and its depth below the root. */
  entry: string
  depth: number
  /** Whether its own elements have the prefix of the root, or none. */
  own: 'prefix of the root' | 'no prefix'
  /** Whether addresses may be relative. */
  hasBase: boolean
  /** Undefined if the entry has no address, which the format allows. */
  address(texts: EntryTexts): string | undefined
  /** In order of preference. */
  dates: readonly string[]
}

const atomNamespace = 'http://www.w3.org/2005/Atom'
const dublinCore: Record<string, string> = {
  'http://purl.org/dc/elements/1.1/': 'dc:',
  'http://purl.org/dc/terms/': 'dcterms:',
}

// RSS: the address is that of the article, and a guid is one unless it says that it is not.
const rss = {
  kind: 'rss',
  entry: 'item',
  own: 'no prefix',
  hasBase: true,
  address: (texts: EntryTexts) => texts.get('link') ?? texts.get('guid'),
  dates: ['atom:updated', 'dcterms:modified', 'pubDate', 'dc:date'],
} as const

const sitemap = {
  own: 'prefix of the root',
  hasBase: false,
  address: (texts: EntryTexts) => texts.get('loc') ?? '',
  dates: ['lastmod'],
  depth: 1,
} as const

/**
 * By the name of the root, because namespaces are often missing or wrong: sitemaps.org 0.9, RSS 0.9x, 2.0 and 1.0,
 * Atom (RFC 4287).
 */
const formats: Record<string, XmlFormat> = {
  urlset: { kind: 'sitemap', entry: 'url', ...sitemap },
  sitemapindex: { kind: 'index', entry: 'sitemap', ...sitemap },
  rss: { ...rss, depth: 2 },
  RDF: { ...rss, depth: 1 },
  feed: {
    kind: 'atom',
    entry: 'entry',
    depth: 1,
    own: 'prefix of the root',
    hasBase: true,
    address: (texts) => texts.get('link'),
    dates: ['updated', 'published'],
  },
}

export function formatOf({ name }: XmlElement): XmlFormat | undefined {
  return Object.hasOwn(formats, name) ? formats[name] : undefined
}

/** The name under which an element of an entry or feed is known; null for those of extensions. */
export function knownName(element: XmlElement, format: XmlFormat, root: XmlElement): string | null {
  if (element.prefix === (format.own === 'no prefix' ? '' : root.prefix) && !isForeignAtom(element, format)) {
    return element.name
  }
  if (element.namespace === atomNamespace || element.prefix === 'atom') return `atom:${element.name}`
  const dublin = dublinCore[element.namespace]
  return dublin === undefined ? null : `${dublin}${element.name}`
}

/** An element of Atom without prefix in a feed of RSS: `<link xmlns="http://www.w3.org/2005/Atom">`. */
function isForeignAtom({ attributes }: XmlElement, { kind }: XmlFormat): boolean {
  return kind === 'rss' && attributes['xmlns'] === atomNamespace
}

/** RFC 4287 section 4.2.7.2: without `rel` a link is the alternate one; a registered name may be written as a URI. */
export function relOf({ attributes }: XmlElement): string {
  const rel = attributes['rel'] ?? 'alternate'
  return rel
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, '')
}

const htmlElements = new Set(
  'html head body title meta link script style div p br hr b i a h1 h2 h3 center font img span table main'.split(' '),
)

/** Whether a root element is of a web page. */
export function isHtml({ name }: XmlElement): boolean {
  return htmlElements.has(name.toLowerCase())
}
