import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'link_count',
  title: 'Number of links',
  titles: {
    pass: 'The page has a manageable number of links',
    warn: 'The page has many links',
    fail: 'The page has too many links',
  },
  category: 'seo',
  weight: 1,
  why: 'Hundreds of links on one page leave little weight for each.',
  fix: 'Keep to the links that matter and spread the others over several pages.',
  criteria: { pass: '150 or fewer', warn: '151 to 300', fail: 'more', notApplicable: 'there is no link' },
  needs: ['anchors'],

  check({ anchors }) {
    const count = anchors.filter(({ href }) => href !== null).length
    if (count === 0) return notApplicable('The page has no link.')
    if (count <= 150) return pass(count)
    const message = `The page has ${count} links.`
    return count <= 300 ? warn(message, { links: count }, count) : fail(message, { links: count }, count)
  },
})
