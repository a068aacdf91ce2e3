import { normaliseUrl } from '@pagebell/urls/normalise-url'

/** Answers the address a reference points to from this page, or null if no browser could make one of it. */
export function hrefResolver(page: { url: URL; base: string | null }): (href: string) => URL | null {
  const base = (page.base === null ? null : URL.parse(page.base, page.url.href)) ?? page.url
  return (href) => URL.parse(href, base.href)
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

/** One spelling for each page, so that two addresses can be told to be the same. */
export function pageAddress(url: URL): string {
  if (!/[%#]/.test(url.href)) return url.href
  const normalised = normaliseUrl(url.href)
  return normalised.ok ? normalised.url : withoutFragment(url)
}
