import { normaliseUrl } from '@pagebell/urls/normalise-url'

/** Characters. Longer addresses are never fetched, and resolving 10,000 references of 64 KB each takes seconds. */
export const maxHrefLength = 2_048

/**
 * Returns a function that resolves a reference of this page: null for one that browsers cannot resolve, or where the
 * reference, or the base it needs, is too long.
 */
export function hrefResolver(page: { url: URL; base: string | null }): (href: string) => URL | null {
  if (page.base !== null && page.base.length > maxHrefLength) {
    return (href) => (href.length > maxHrefLength ? null : URL.parse(href))
  }
  const base = ((page.base === null ? null : URL.parse(page.base, page.url.href)) ?? page.url).href
  return (href) => {
    if (href.length > maxHrefLength) return null
    // An absolute address needs no base, which would be parsed each time.
    return isAbsolute(href) ? URL.parse(href) : URL.parse(href, base)
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
