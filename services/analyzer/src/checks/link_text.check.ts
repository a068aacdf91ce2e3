import { defineCheck, fail, pass, tagEvidence } from '../check.ts'
import { isGenericText } from '../generic-link-text.ts'
import { hrefResolver, withoutFragment } from '../resolve-href.ts'

export default defineCheck({
  id: 'link_text',
  title: 'Links say where they lead',
  category: 'seo',
  weight: 2,
  why: '"Click here" tells neither readers nor engines anything about the target.',
  fix: "Use the subject of the target page as the link's text.",
  criteria: { pass: 'no generic text on a link to another page', fail: 'any' },
  needs: ['url', 'base', 'anchors'],

  check({ url, base, anchors }) {
    const resolve = hrefResolver({ url, base })
    const generic = anchors.filter((anchor) => {
      if (anchor.href === null || anchor.rel.includes('nofollow')) return false
      // Asked first, since few texts are: an address takes longer to resolve.
      if (!isGenericText(anchor.text, anchor.lang)) return false
      const target = resolve(anchor.href)
      if (target === null || !/^(https?|file|ftp):$/.test(target.protocol)) return false
      return withoutFragment(target) !== withoutFragment(url)
    })
    const evidence = generic.map((anchor) => ({ ...tagEvidence(anchor), text: anchor.text }))
    return generic.length === 0 ? pass(0) : fail('Links have a text that says nothing.', evidence, generic.length)
  },
})
