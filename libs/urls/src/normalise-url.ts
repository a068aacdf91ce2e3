export type NormalisedUrl = { ok: true; url: string; host: string } | { ok: false; reason: string }

/** In UTF-16 code units, as sent and as normalised: the limit of sitemaps and IndexNow. */
export const maxUrlLength = 2_048

const refuse = (reason: string): NormalisedUrl => ({ ok: false, reason })

/**
 * The canonical form of an http or https URL, under which it is compared, charged and sent: the WHATWG parser plus RFC 3986
 * section 6.2.2. Spellings that servers cannot distinguish become one; path case, query order and trailing slash stay,
 * because servers distinguish them.
 */
export function normaliseUrl(input: string): NormalisedUrl {
  if (input.length > maxUrlLength) return refuse(`longer than ${maxUrlLength} characters`)
  const parsed = URL.parse(input)
  if (parsed === null) return refuse('not an absolute URL')
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return refuse('neither http nor https')
  if (parsed.username !== '' || parsed.password !== '') return refuse('contains a user name or password')
  parsed.hash = ''
  const url = unifyEscapes(parsed.href)
  if (url.length > maxUrlLength) return refuse(`longer than ${maxUrlLength} characters once percent-encoded`)
  return { ok: true, url, host: parsed.hostname }
}

const unreserved = /[A-Za-z0-9\-._~]/
const hexDigit = /[0-9A-Fa-f]/
const strayPercent = /%[0-9A-Fa-f]?$/

/** Decodes percent-escapes of unreserved characters and upper-cases the others. */
export function unifyEscapes(href: string): string {
  if (!href.includes('%')) return href
  let unified = ''
  let from = 0
  for (const written of href.matchAll(/%([0-9A-Fa-f]{2})/g)) {
    unified += href.slice(from, written.index)
    from = written.index + 3
    const character = String.fromCharCode(Number.parseInt(written[1] ?? '', 16))
    // After a stray percent sign ("%2%65") a decoded hex digit would form a new escape.
    const wouldJoin = hexDigit.test(character) && strayPercent.test(unified)
    unified += unreserved.test(character) && !wouldJoin ? character : written[0].toUpperCase()
  }
  return unified + href.slice(from)
}
