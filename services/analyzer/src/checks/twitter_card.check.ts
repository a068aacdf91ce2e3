import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'twitter_card',
  title: 'X card',
  titles: {
    pass: 'The page has a card for X',
    warn: 'The card for X falls back on Open Graph',
    fail: 'The page has no card for X',
  },
  category: 'seo',
  weight: 0,
  why: 'X and others show a card where a page describes one.',
  fix: 'Add <meta name="twitter:card" content="summary_large_image">.',
  snippet: '<meta name="twitter:card" content="summary_large_image">',
  learn: 'https://developer.x.com/en/docs/x-for-websites/cards/overview/abouts-cards',
  criteria: { pass: 'a card', warn: 'it falls back on Open Graph', fail: 'none' },
  needs: ['metas'],

  check({ metas }) {
    const given = new Set(metas.filter(({ content }) => content !== '').map(({ property, name }) => name || property))
    if (given.has('twitter:card')) return pass()
    const evidence = { missing: 'twitter:card' }
    return given.has('og:title')
      ? warn('The card falls back on Open Graph.', evidence)
      : fail('There is no card.', evidence)
  },
})
