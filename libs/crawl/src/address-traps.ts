import type { CrawlLimits } from './crawl-limits.ts'

/** Why an address that was found by a link is not requested. */
export type Trap = 'pathDepth' | 'repeatingPath' | 'calendar' | 'queryVariants'

export type AddressTraps = {
  /** null for an address that may be requested; counts it then. */
  judge(url: URL): Trap | null
}

/** A date in digits of this century or the last: /2026/11/27, 2026-11-27, ?year=2026&month=11. */
const writtenDate = /(?:^|[^\d])(?:19|20)\d{2}[-/](?:0?[1-9]|1[0-2])(?!\d)/
const dateParameter = /[?&](?:(?:year|date)=(?:19|20)\d{2}|(?:month|week|day)=\d)/i

/**
 * Finds the addresses that a site could make without end: of a calendar, of facets, of links that are relative by
 * mistake. Counts what it lets pass, so that a crawl needs one of these.
 */
export function addressTraps(limits: Pick<CrawlLimits, 'pathDepth' | 'calendar' | 'queryVariants'>): AddressTraps {
  const dated = new Map<string, number>()
  const variants = new Map<string, number>()

  function isBeyond(counts: Map<string, number>, key: string, max: number): boolean {
    const count = counts.get(key) ?? 0
    if (count >= max) return true
    counts.set(key, count + 1)
    return false
  }

  return {
    judge(url) {
      const { pathname, search, host } = url
      const segments = pathname.split('/').filter(Boolean)
      if (segments.length > limits.pathDepth) return 'pathDepth'
      if (hasRepeatedSegment(segments)) return 'repeatingPath'
      if (writtenDate.test(`${pathname}${search}`) || dateParameter.test(search)) {
        // Without the query: a page of facets with a date is one calendar.
        const key = `${host}${pathname.replace(/\d+/g, '#')}`
        return isBeyond(dated, key, limits.calendar) ? 'calendar' : null
      }
      if (search !== '' && isBeyond(variants, `${host}${pathname}`, limits.queryVariants)) return 'queryVariants'
      return null
    },
  }
}

/** Numbers may repeat, as in /1/1/1. */
function hasRepeatedSegment(segments: readonly string[]): boolean {
  const counts = new Map<string, number>()
  for (const segment of segments) {
    if (/^\d*$/.test(segment)) continue
    const count = (counts.get(segment) ?? 0) + 1
    if (count === 3) return true
    counts.set(segment, count)
  }
  return false
}

const sessionParameter = /^(?:phpsessid|jsessionid|aspsessionid[a-z]*|session_?id|sid|cfid|cftoken|oscsid|zenid)$/i
/** Shorter values are numbers of things. */
const minSessionLength = 8

/** The address without session ids, or null if it has none. */
export function withoutSessionId(url: URL): URL | null {
  const pathname = url.pathname.replace(/;jsessionid=[^/;]*/gi, '')
  const parameters = url.search.slice(1).split('&')
  const kept = parameters.filter((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2)
    return !(sessionParameter.test(name) && value.length >= minSessionLength)
  })
  if (pathname === url.pathname && kept.length === parameters.length) return null
  const plain = new URL(url.href)
  plain.pathname = pathname
  plain.search = kept.join('&')
  return plain
}
