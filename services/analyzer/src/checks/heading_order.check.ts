import { defineCheck, fail, pass, warn } from '../check.ts'

export default defineCheck({
  id: 'heading_order',
  title: 'Headings skip no level',
  category: 'content',
  weight: 2,
  why: 'Screen readers build the outline of the page from its headings.',
  fix: 'Follow an <h2> by an <h3>, not by an <h4>.',
  criteria: { pass: 'no level skipped', warn: 'one or two', fail: 'more' },
  needs: ['headings'],

  check({ headings }) {
    const skips = headings.flatMap((heading, index) => {
      const before = headings[index - 1]?.level ?? heading.level
      return heading.level > before + 1
        ? [{ after: `h${before}`, element: `h${heading.level}`, text: heading.text }]
        : []
    })
    if (skips.length === 0) return pass(0)
    const message = 'Heading levels are skipped.'
    return skips.length <= 2 ? warn(message, skips, skips.length) : fail(message, skips, skips.length)
  },
})
