import { normaliseUrl } from '@pagebell/urls/normalise-url'

/** Characters. Longer addresses are never fetched, and resolving 10,000 references of 64 KB each takes seconds. */
export const maxHrefLength = 2_048

type Base = { url: URL; base: string | null }

/** null if the base that the page declares is too long. */
function baseOf(page: Base): URL | null {
  if (page.base === null) return page.url
  return page.base.length > maxHrefLength ? null : (URL.parse(page.base, page.url.href) ?? page.url)
}

/**
 * Returns a function that resolves a reference of this page: null for one that browsers cannot resolve, or where the
 * reference, or the base it needs, is too long.
 */
export function hrefResolver(page: Base): (href: string) => URL | null {
  const base = baseOf(page)?.href
  return (href) => {
    if (href.length > maxHrefLength) return null
    // An absolute address needs no base, which would be parsed each time.
    return base === undefined || isAbsolute(href) ? URL.parse(href) : URL.parse(href, base)
  }
}

/** An address of a host with a name and no port, and a path in which nothing can be spelled in two ways. */
const plainAddress = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}\/[\w/-]*$/
const plainPath = /^\/(?:[\w-][\w/-]*)?$/

/**
 * Returns a function that resolves the most frequent references without the time of a URL parser: null for any other,
 * which may still be one that `hrefResolver` resolves.
 */
export function plainHrefResolver(page: Base): (href: string) => string | null {
  const base = baseOf(page)
  const origin = base !== null && isAbsolute(base.href) ? base.origin : null
  return (href) => {
    if (href.length > maxHrefLength) return null
    if (plainAddress.test(href)) return href
    return origin !== null && plainPath.test(href) ? `${origin}${href}` : null
  }
}

const isAbsolute = (href: string): boolean => /^https?:\/\//.test(href)

/** Returns a function that tests whether a reference of this page leads to plain HTTP; it resolves only a few. */
export function insecureTest(page: { url: URL; base: string | null }): (href: string) => boolean {
  const resolve = hrefResolver(page)
  const isSecureHere = resolve('')?.protocol === 'https:'
  return (href) => {
    if (href.startsWith('https://') || (isSecureHere && !href.includes(':'))) return false
    return resolve(href)?.protocol === 'http:'
  }
}

/** The usual forms, which always resolve: a path, a query, a fragment, or a host of letters. */
export function isPlainReference(href: string): boolean {
  return /^(?:\/(?:[\w.-]|$)|[?#]|https?:\/\/[a-z][a-z.]*(?:[/?#]|$))/i.test(href)
}

/** Addresses are compared without their fragment, which is not sent to the server. */
export function withoutFragment(url: URL): string {
  const { href } = url
  const hash = href.indexOf('#')
  return hash < 0 ? href : href.slice(0, hash)
}

/** The address without fragment and scheme: HTTP and HTTPS serve the same page. */
export function addressOf(url: URL): string {
  return withoutFragment(url).replace(/^https?:/, '')
}

/** The normalised address of a page, for comparison. */
export function pageAddress(url: URL): string {
  if (!/[%#]/.test(url.href)) return url.href
  const normalised = normaliseUrl(url.href)
  return normalised.ok ? normalised.url : withoutFragment(url)
}
