/** The address a reference points to from this page, or null if no browser could make one of it. */
export function resolveHref(href: string, page: { url: URL; base: string | null }): URL | null {
  const base = page.base !== null && URL.canParse(page.base, page.url.href) ? new URL(page.base, page.url) : page.url
  return URL.canParse(href, base.href) ? new URL(href, base) : null
}

/** Addresses compare without their fragment: a server never sees it. */
export function withoutFragment(url: URL): string {
  const copy = new URL(url)
  copy.hash = ''
  return copy.href
}
