import { type LinkValue, parseLinkHeaders } from '@pagebell/html/link-header'
import { hrefResolver, pageAddress } from '@pagebell/html/resolve-href'
import { directivesByName } from '@pagebell/html/robots-directives'
import { normaliseText } from './normalise-text.ts'

/** Response headers in the order received; names in any letter case. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[]
export type HeadLink = { rel: string[]; href: string | null; hreflang: string | null }
type NamedMeta = { name: string; content: string }

/** Names of meta tags with directives for crawlers. */
const crawlers = new Set(
  `
    robots googlebot googlebot-news bingbot msnbot slurp duckduckbot yandex yandexbot baiduspider naverbot yeti
    seznambot applebot
  `
    .trim()
    .split(/\s+/),
)
/** What crawlers do anyway: to write it changes nothing. */
const defaults = new Set(['', 'all', 'index', 'follow'])

export function headerValues(headers: HeaderPairs, wantedName: string): string[] {
  return headers.filter(([name]) => name.toLowerCase() === wantedName).map(([, value]) => value)
}

/** The canonical addresses that tags and Link headers declare, each once, in their order. */
export function canonicalPart(
  links: readonly HeadLink[],
  headers: HeaderPairs,
  page: { url: URL; base: string | null },
) {
  const resolve = hrefResolver(page)
  const inHeaders = linkValues(headers).filter(({ rel }) => rel.includes('canonical'))
  const declared = links.filter(({ rel }) => rel.includes('canonical'))
  const tags = declared.map(({ href }) => addressOr(href ?? '', resolve))
  // A header is relative to the page, whatever base the document has.
  const fromHeaders = inHeaders.map(({ href }) => addressOr(href, hrefResolver({ ...page, base: null })))
  return [...new Set([...tags, ...fromHeaders])].join('\n')
}

/** A language version: its code in lower case, its address as written, and resolved if it can be. */
export type LanguageVersion = { code: string; href: string; url: URL | null }

/** The language versions that tags and Link headers declare, in their order. */
export function languageVersions(
  links: readonly HeadLink[],
  headers: HeaderPairs,
  page: { url: URL; base: string | null },
): LanguageVersion[] {
  const versionsIn = (declared: readonly HeadLink[], resolve: (href: string) => URL | null): LanguageVersion[] =>
    declared.flatMap(({ rel, href, hreflang }) => {
      if (hreflang === null || !rel.includes('alternate')) return []
      const written = (href ?? '').trim()
      return [{ code: hreflang.trim().toLowerCase(), href: written, url: resolve(written) }]
    })
  const inHeaders = versionsIn(linkValues(headers), hrefResolver({ ...page, base: null }))
  return [...versionsIn(links, hrefResolver(page)), ...inHeaders]
}

/** The language versions that tags and Link headers declare: pairs of language and address, sorted. */
export function hreflangPart(
  links: readonly HeadLink[],
  headers: HeaderPairs,
  page: { url: URL; base: string | null },
) {
  const pairs = languageVersions(links, headers, page).map(({ code, href, url }) => {
    return `${code} ${url === null ? href : pageAddress(url)}`
  })
  return [...new Set(pairs)].sort().join('\n')
}

/**
 * The directives for crawlers of meta tags and X-Robots-Tag headers: `crawler:directive`, sorted, without those that
 * state the default. "none" is "noindex, nofollow".
 */
export function robotsPart(metas: readonly NamedMeta[], headers: HeaderPairs): string {
  const found = new Set<string>()
  const add = (name: string, directives: readonly string[]): void => {
    for (const part of directives) {
      const directive = normaliseText(part.toLowerCase()).replace(/ ?: ?/, ':')
      for (const one of directive === 'none' ? ['noindex', 'nofollow'] : [directive]) {
        if (!defaults.has(one)) found.add(`${name === '' ? 'robots' : name}:${one}`)
      }
    }
  }
  for (const { name, content } of metas) if (crawlers.has(name)) add(name, content.split(','))
  for (const header of headerValues(headers, 'x-robots-tag')) {
    for (const [name, directives] of directivesByName(header)) add(name, directives)
  }
  return [...found].sort().join('\n')
}

function linkValues(headers: HeaderPairs): LinkValue[] {
  return parseLinkHeaders(headerValues(headers, 'link'))
}

function addressOr(href: string, resolve: (href: string) => URL | null): string {
  const url = resolve(href.trim())
  return url === null ? href.trim() : pageAddress(url)
}
