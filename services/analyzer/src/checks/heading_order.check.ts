import { defineCheck, fail, notApplicable, pass, tagEvidence, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'heading_order',
  title: 'Heading order',
  titles: { pass: 'Headings skip no level', warn: 'Headings skip a level', fail: 'Headings skip several levels' },
  category: 'content',
  weight: 1,
  why: 'Screen readers build the outline of the page from its headings.',
  fix: 'Follow an <h2> by an <h3>, not by an <h4>.',
  learn: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  criteria: {
    pass: 'no level skipped, by tags or by role="heading" and aria-level',
    warn: 'one or two',
    fail: 'more',
    notApplicable: 'there are fewer than two headings',
  },
  needs: ['headings'],

  check({ headings }) {
    if (headings.length < 2) return notApplicable('The page has fewer than two headings.')
    const skips = headings.flatMap((heading, index) => {
      const before = headings[index - 1]?.level ?? heading.level
      return heading.level > before + 1 ? [{ ...tagEvidence(heading), after: `h${before}`, text: heading.text }] : []
    })
    if (skips.length === 0) return pass(0)
    const message = 'Heading levels are skipped.'
    return skips.length <= 2 ? warn(message, skips, skips.length) : fail(message, skips, skips.length)
  },
})
