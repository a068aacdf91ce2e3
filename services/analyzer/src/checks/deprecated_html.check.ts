import { isEmpty } from '../document/document-facts.ts'
import { defineCheck, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'deprecated_html',
  title: 'Obsolete elements',
  titles: { pass: 'The page uses no obsolete elements', warn: 'The page uses obsolete elements' },
  category: 'content',
  weight: 1,
  why: 'Browsers keep them for old pages only.',
  fix: 'Replace them by current elements and CSS.',
  learn: 'https://html.spec.whatwg.org/multipage/obsolete.html',
  criteria: { pass: 'none', warn: 'any', notApplicable: 'the page is empty' },
  needs: ['deprecated', 'text', 'images', 'widgets'],

  check({ deprecated, ...content }) {
    if (isEmpty(content)) return notApplicable('The page is empty.')
    if (deprecated.length === 0) return pass(0)
    return warn('The page uses outdated elements.', deprecated.map(tagEvidence), deprecated.length)
  },
})
