import { normaliseUrl } from '@pagebell/urls/normalise-url'

/** Nothing is fetched from a longer address, and resolving 10,000 references of 64 KB each takes seconds. */
export const longestHref = 2_048

/**
 * Answers the address a reference points to from this page, or null if no browser could make one of it, or if the
 * reference, or the base that it needs, is too long.
 */
export function hrefResolver(page: { url: URL; base: string | null }): (href: string) => URL | null {
  if (page.base !== null && page.base.length > longestHref) {
    return (href) => (href.length > longestHref ? null : URL.parse(href))
  }
  const base = (page.base === null ? null : URL.parse(page.base, page.url.href)) ?? page.url
  return (href) => (href.length > longestHref ? null : URL.parse(href, base.href))
}

/** Whether a reference from this page leads over plain http. Few need to be resolved to know that. */
export function insecureTest(page: { url: URL; base: string | null }): (href: string) => boolean {
  const resolve = hrefResolver(page)
  const isSecureHere = resolve('')?.protocol === 'https:'
  return (href) => {
    if (href.startsWith('https://') || (isSecureHere && !href.includes(':'))) return false
    return resolve(href)?.protocol === 'http:'
  }
}

/** A path, a query, a fragment, or a host of letters: what is nearly always written, and can always be parsed. */
export function isPlainReference(href: string): boolean {
  return /^(?:\/(?:[\w.-]|$)|[?#]|https?:\/\/[a-z][a-z.]*(?:[/?#]|$))/i.test(href)
}

/** Addresses compare without their fragment: a server never sees it. */
export function withoutFragment(url: URL): string {
  const { href } = url
  const hash = href.indexOf('#')
  return hash < 0 ? href : href.slice(0, hash)
}

/** The address without fragment and scheme: a page is the same page over http and https. */
export function addressOf(url: URL): string {
  return withoutFragment(url).replace(/^https?:/, '')
}

/** One spelling for each page, so that two addresses can be told to be the same. */
export function pageAddress(url: URL): string {
  if (!/[%#]/.test(url.href)) return url.href
  const normalised = normaliseUrl(url.href)
  return normalised.ok ? normalised.url : withoutFragment(url)
}
