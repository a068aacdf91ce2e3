import { hrefResolver, isPlainReference } from '@pagebell/html/resolve-href'
import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'crawlable_links',
  title: 'Crawlable links',
  titles: {
    pass: 'Crawlers can follow every link',
    warn: 'Some links lead nowhere',
    fail: 'Crawlers cannot follow some links',
  },
  category: 'seo',
  weight: 2,
  why: 'A crawler finds pages by the addresses in links, and runs no click handlers.',
  fix: 'Give each link a real address in its href; use a <button> for what is no link.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  criteria: {
    pass: 'every link can be followed',
    warn: 'an empty href, which leads to the page itself',
    fail: 'any that cannot: javascript:, file:, an invalid address, or a link without href',
    notApplicable: 'there is no link',
  },
  needs: ['url', 'base', 'anchors'],

  check({ url, base, anchors }) {
    if (anchors.length === 0) return notApplicable('The page has no link.')
    const resolve = hrefResolver({ url, base })
    const dead = anchors.filter(({ href, role, name, isMeantAsLink }) => {
      if (role !== '') return false
      if (href === null) return isMeantAsLink && name === ''
      if (isPlainReference(href)) return false
      const address = href.replace(/\s/g, '').toLowerCase()
      if (address.startsWith('mailto:')) return false
      if (address.startsWith('file:')) return true
      if (name !== '') return false
      if (href === '') return false
      return address.startsWith('javascript:') || resolve(href) === null
    })
    const evidence = dead.map((anchor) => ({ ...tagEvidence(anchor), text: anchor.text }))
    if (dead.length > 0) return fail('Crawlers cannot follow some links.', evidence, dead.length)
    const empty = anchors.filter(({ href, role, name, id }) => href === '' && role === '' && name === '' && id === '')
    if (empty.length === 0) return pass(0)
    return warn('Links with an empty href lead to the page itself.', empty.map(tagEvidence), empty.length)
  },
})
