import { parseLinkHeaders } from '@pagebell/html/link-header'
import { pageAddress } from '@pagebell/html/resolve-href'
import { defineCheck, fail, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'canonical',
  title: 'Canonical URL',
  titles: {
    pass: 'The canonical URL is this page',
    warn: 'The canonical URL is missing or names another page',
    fail: 'The canonical URL is wrong',
  },
  category: 'seo',
  weight: 4,
  why: 'Engines join copies of a page under the address that its canonical link names.',
  fix: 'Put one <link rel="canonical"> with the absolute address of this page into the head.',
  snippet: '<link rel="canonical" href="{url}">',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  criteria: {
    pass: 'one, absolute, of this page',
    warn: 'missing, points to another page, or is http',
    fail: 'several that differ, relative, invalid, to the root from a deeper page, to another language version, or header and tag disagree',
  },
  needs: ['url', 'links', 'headers'],

  check({ url, links, headers }) {
    const canonicalLinks = links.filter(({ rel, href, inHead }) => rel.includes('canonical') && inHead && href?.trim())
    const tags = canonicalLinks.map((link) => ({ href: (link.href ?? '').trim(), evidence: tagEvidence(link) }))
    const headerLinks = parseLinkHeaders(headers.all('link'))
    const sent = headerLinks.filter(({ rel, href }) => rel.includes('canonical') && href !== '')
    const all = [...tags, ...sent.map(({ href, source }) => ({ href, evidence: { header: `link: ${source}` } }))]
    const [first] = all
    if (first === undefined) return warn('There is no canonical link.', { missing: '<link rel="canonical">' })

    const evidence = all.map((canonical) => canonical.evidence)
    const bad = all.find(({ href }) => !/^https?:\/\//i.test(href) || !URL.canParse(href))
    if (bad !== undefined) return fail('The canonical address is relative or invalid.', bad.evidence)
    const targets = new Set(all.map(({ href }) => pageAddress(new URL(href))))
    if (targets.size > 1) return fail('The canonical links disagree.', evidence)
    const target = new URL(first.href)
    const [here, there] = [pageAddress(url), pageAddress(target)]
    const isSamePage = here.replace(/^https?:/, '') === there.replace(/^https?:/, '')
    if (isSamePage && target.protocol === 'https:') return pass(target.href)
    if (isSamePage) return warn('The canonical URL is an http address.', evidence, target.href)

    const isHome = ['/', '/index.html', '/index.php', '/home', '/amp'].includes(url.pathname.replace(/(?<=.)\/$/, ''))
    if (target.pathname === '/' && target.search === '' && target.host === url.host && !isHome) {
      return fail('The canonical link of this deeper page points to the home page.', evidence, target.href)
    }
    const declared = [...links.filter(({ inHead }) => inHead), ...headerLinks]
    const versions = new Set(
      declared
        .filter(({ rel, hreflang }) => rel.includes('alternate') && hreflang)
        .flatMap(({ href }) => URL.parse(href ?? '', url.href) ?? [])
        .map(pageAddress),
    )
    if (versions.has(here) && versions.has(there)) {
      return fail('The canonical link points to another language version.', evidence, target.href)
    }
    return warn('The canonical link points to another page.', evidence, target.href)
  },
})
