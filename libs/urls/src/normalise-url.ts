export type NormalisedUrl = { ok: true; url: string; host: string } | { ok: false; reason: string }

/** The longest URL taken, in UTF-16 units, as sent and as normalised: what sitemaps and IndexNow take at most. */
export const maxUrlLength = 2_048

const refuse = (reason: string): NormalisedUrl => ({ ok: false, reason })

/**
 * The one spelling of an http or https URL under which it is compared, charged and sent. RFC 3986 6.2.2 on top of the
 * WHATWG parser: what may be written in two ways without a server being able to tell is written in one. Path case,
 * query order and trailing slash stay, because servers do tell those apart.
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

/** Decodes escapes of unreserved characters and upper-cases the others. */
function unifyEscapes(href: string): string {
  if (!href.includes('%')) return href
  let unified = ''
  let from = 0
  for (const written of href.matchAll(/%([0-9A-Fa-f]{2})/g)) {
    unified += href.slice(from, written.index)
    from = written.index + 3
    const character = String.fromCharCode(Number.parseInt(written[1] ?? '', 16))
    // After a stray percent sign ("%2%65") a decoded hex digit would make an escape that nobody wrote.
    const wouldJoin = hexDigit.test(character) && strayPercent.test(unified)
    unified += unreserved.test(character) && !wouldJoin ? character : written[0].toUpperCase()
  }
  return unified + href.slice(from)
}
