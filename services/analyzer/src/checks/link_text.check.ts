import { defineCheck, fail, pass } from '../check.ts'
import { isGenericText } from '../generic-link-text.ts'
import { resolveHref, withoutFragment } from '../resolve-href.ts'

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
    const generic = anchors.filter((anchor) => {
      if (anchor.href === null || anchor.rel.includes('nofollow')) return false
      const target = resolveHref(anchor.href, { url, base })
      if (target === null || !/^(https?|file|ftp):$/.test(target.protocol)) return false
      return withoutFragment(target) !== withoutFragment(url) && isGenericText(anchor.text, anchor.lang)
    })
    const evidence = generic.map(({ excerpt, text }) => ({ element: excerpt, text }))
    return generic.length === 0 ? pass(0) : fail('Links have a text that says nothing.', evidence, generic.length)
  },
})
