import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'open_graph',
  title: 'Open Graph',
  titles: {
    pass: 'The page has a preview for sharing',
    warn: 'The preview for sharing is incomplete',
    fail: 'The page has no complete preview for sharing',
  },
  category: 'seo',
  weight: 2,
  why: 'Networks and messengers take title, type, image and address from it.',
  fix: 'Add meta properties og:title, og:type, og:image and og:url.',
  learn: 'https://ogp.me/',
  criteria: { pass: 'title, type, image and url', warn: 'one is missing', fail: 'more are' },
  needs: ['metas'],

  check({ metas }) {
    const given = new Set(metas.filter(({ content }) => content !== '').map(({ property, name }) => property || name))
    if (given.has('og:image:url') || given.has('og:image:secure_url')) given.add('og:image')
    const missing = ['og:title', 'og:type', 'og:image', 'og:url'].filter((property) => !given.has(property))
    if (missing.length === 0) return pass(4)
    const evidence = missing.map((property) => ({ missing: property }))
    const message = 'Open Graph properties are missing.'
    return missing.length === 1 ? warn(message, evidence, 3) : fail(message, evidence, 4 - missing.length)
  },
})
