import { parseLinkHeaders } from '@pagebell/html/link-header'
import { pageAddress } from '@pagebell/html/resolve-href'
import { isLanguageTag } from '../parsers/language-tag.ts'
import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'hreflang',
  title: 'Language versions',
  titles: {
    pass: 'Language versions are declared correctly',
    warn: 'Language versions are declared incompletely',
    fail: 'Language versions are declared wrongly',
  },
  category: 'seo',
  weight: 3,
  why: 'A wrong language code or a relative address makes engines ignore the declaration.',
  fix: 'Use codes such as "de" or "pt-BR" with absolute addresses, name this page too, and add x-default.',
  learn: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  criteria: {
    pass: 'valid',
    warn: 'no x-default, or this page is not among them',
    fail: 'an unknown code or a relative address',
    notApplicable: 'there are none',
  },
  differs:
    'A page without language versions is left out of the score here, where Lighthouse lets it pass: there is nothing to judge.',
  needs: ['url', 'links', 'headers'],

  check({ url, links, headers }) {
    const tags = links
      .filter(({ rel, hreflang, inHead }) => inHead && rel.includes('alternate') && hreflang)
      .map((link) => ({ href: (link.href ?? '').trim(), code: link.hreflang ?? '', evidence: tagEvidence(link) }))
    const sent = parseLinkHeaders(headers.all('link'))
      .filter(({ rel, hreflang }) => rel.includes('alternate') && hreflang)
      .map(({ href, hreflang, source }) => ({ href, code: hreflang ?? '', evidence: { header: `link: ${source}` } }))
    const all = [...tags, ...sent]
    if (all.length === 0) return notApplicable('The page declares no language versions.')

    const isDefault = (code: string) => code.toLowerCase() === 'x-default'
    const faulty = all.filter(({ href, code }) => {
      return !/^https?:\/\//i.test(href) || !URL.canParse(href) || !(isDefault(code) || isLanguageTag(code))
    })
    if (faulty.length > 0) {
      return fail(
        'A language version has an unknown code or a relative address.',
        faulty.map(({ evidence }) => evidence),
      )
    }
    const evidence = all.map((version) => version.evidence)
    if (!all.some(({ code }) => isDefault(code))) return warn('There is no x-default.', evidence)
    const withoutScheme = (address: URL) => pageAddress(address).replace(/^https?:/, '')
    const here = withoutScheme(url)
    const names = all.some(({ href }) => withoutScheme(new URL(href)) === here)
    return names ? pass(all.length) : warn('The page is not among its own language versions.', evidence)
  },
})
