import { defineCheck, fail, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'h1',
  title: 'Main heading',
  titles: {
    pass: 'The page has one main heading',
    warn: 'The main heading is not unique',
    fail: 'The page has no main heading',
  },
  category: 'content',
  weight: 8,
  why: 'The main heading tells readers and engines what the page is about.',
  fix: 'Use exactly one <h1>, worded otherwise than the title.',
  learn: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  criteria: {
    pass: 'exactly one, not empty: an <h1>, or another element with role="heading" and aria-level="1"',
    warn: 'several, or the same as the title',
    fail: 'none, or empty',
  },
  needs: ['headings', 'titles'],

  check({ headings, titles }) {
    const mains = headings.filter(({ level, text }) => level === 1 && text !== '')
    const [main] = mains
    if (main === undefined) return fail('There is no main heading with text.', { missing: '<h1>' })
    const evidence = mains.map((heading) => ({ ...tagEvidence(heading), h1: heading.text }))
    if (mains.length > 1) return warn('There are several main headings.', evidence, mains.length)
    if (main.text === titles[0]) return warn('The main heading repeats the title.', evidence, 1)
    return pass(main.text.slice(0, 200))
  },
})
