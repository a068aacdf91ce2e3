import { addressOf, hrefResolver } from '@pagebell/html/resolve-href'
import type { Anchor } from '../document/document-facts.ts'
import { isGenericText } from '../parsers/generic-link-text.ts'
import { defineCheck, fail, notApplicable, pass, tagEvidence } from '../rating/check.ts'

export default defineCheck({
  id: 'link_text',
  title: 'Link texts',
  titles: { pass: 'Link texts describe their targets', fail: 'Link texts do not describe their targets' },
  category: 'seo',
  weight: 3,
  why: '"Click here" tells neither readers nor engines anything about the target.',
  fix: "Use the subject of the target page as the link's text.",
  learn: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  criteria: {
    pass: 'every link to another page has descriptive text',
    fail: 'a generic text such as "click here", or no text at all',
    notApplicable: 'there is no link to another page',
  },
  needs: ['url', 'base', 'anchors'],

  check({ url, base, anchors }) {
    const resolve = hrefResolver({ url, base })
    const here = addressOf(url)
    const leadsElsewhere = ({ href, rel }: Anchor): boolean => {
      if (href === null || rel.includes('nofollow')) return false
      const target = resolve(href)
      return target !== null && /^(https?|file|ftp):$/.test(target.protocol) && addressOf(target) !== here
    }
    // Filtered by text first: resolving an address takes longer.
    const poor = anchors.filter((anchor) => isNameless(anchor) || isGenericText(anchor.text, anchor.lang))
    const found = poor.filter(leadsElsewhere)
    if (found.length > 0) {
      const evidence = found.map((anchor) => ({ ...tagEvidence(anchor), text: anchor.text || '(none)' }))
      return fail('Links have a generic text, or none.', evidence, found.length)
    }
    return anchors.some(leadsElsewhere) ? pass(0) : notApplicable('The page has no link to another page.')
  },
})

function isNameless({ text, hasName }: Anchor): boolean {
  return text.trim() === '' && !hasName
}
