import { defineCheck, pass, tagEvidence, warn } from '../check.ts'

export default defineCheck({
  id: 'deprecated_html',
  title: 'The page uses no outdated elements',
  category: 'content',
  weight: 1,
  why: 'Browsers keep them for old pages only.',
  fix: 'Replace them by current elements and CSS.',
  criteria: { pass: 'none', warn: 'any' },
  needs: ['deprecated'],

  check({ deprecated }) {
    if (deprecated.length === 0) return pass(0)
    return warn('The page uses outdated elements.', deprecated.map(tagEvidence), deprecated.length)
  },
})
