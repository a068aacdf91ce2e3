import { defineCheck, fail, pass, tagEvidence } from '../check.ts'
import { hrefResolver, isPlainReference } from '../resolve-href.ts'

export default defineCheck({
  id: 'crawlable_links',
  title: 'Crawlers can follow every link',
  category: 'seo',
  weight: 2,
  why: 'A crawler finds pages by the addresses in links, and runs no click handlers.',
  fix: 'Give each link a real address in its href; use a <button> for what is no link.',
  criteria: {
    pass: 'every link can be followed',
    fail: 'any that cannot: an empty href, javascript:, file:, or no address at all',
  },
  differs:
    'An empty href fails here, where Lighthouse lets it pass: it leads a crawler back to the page it is on, and is nearly always a forgotten address.',
  needs: ['url', 'base', 'anchors'],

  check({ url, base, anchors }) {
    const resolve = hrefResolver({ url, base })
    const dead = anchors.filter(({ href, role, name, id }) => {
      if (href === null || role !== '' || isPlainReference(href)) return false
      const address = href.replace(/\s/g, '').toLowerCase()
      if (address.startsWith('mailto:')) return false
      if (address.startsWith('file:')) return true
      if (name !== '') return false
      if (href === '') return id === ''
      return address.startsWith('javascript:') || resolve(href) === null
    })
    const evidence = dead.map((anchor) => ({ ...tagEvidence(anchor), text: anchor.text }))
    return dead.length === 0 ? pass(0) : fail('Crawlers cannot follow some links.', evidence, dead.length)
  },
})
