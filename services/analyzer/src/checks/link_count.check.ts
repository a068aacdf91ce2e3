import { defineCheck, fail, pass, warn } from '../check.ts'

export default defineCheck({
  id: 'link_count',
  title: 'The page has no more links than readers can use',
  category: 'seo',
  weight: 1,
  why: 'Hundreds of links on one page leave little weight for each.',
  fix: 'Keep to the links that matter and spread the others over several pages.',
  criteria: { pass: '150 or fewer', warn: '151 to 300', fail: 'more' },
  needs: ['anchors'],

  check({ anchors }) {
    const count = anchors.filter(({ href }) => href !== null).length
    if (count <= 150) return pass(count)
    const message = `The page has ${count} links.`
    return count <= 300 ? warn(message, { links: count }, count) : fail(message, { links: count }, count)
  },
})
