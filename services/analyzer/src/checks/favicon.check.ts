import { defineCheck, fail, notApplicable, pass } from '../rating/check.ts'

export default defineCheck({
  id: 'favicon',
  title: 'Icon',
  titles: { pass: 'The site has an icon', fail: 'The site has no icon' },
  category: 'seo',
  weight: 1,
  why: 'Engines and browsers show it beside the title.',
  fix: 'Add <link rel="icon" href="/favicon.svg">, or serve /favicon.ico.',
  snippet: '<link rel="icon" href="/favicon.svg">',
  learn: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
  criteria: {
    pass: 'a link, or /favicon.ico answers 200',
    fail: 'none',
    notApplicable: 'there is no link and /favicon.ico was not asked for',
  },
  needs: ['links', 'favicon'],

  check({ links, favicon }) {
    const link = links.find(
      ({ rel, href }) => href?.trim() && rel.some((word) => word === 'icon' || word === 'apple-touch-icon'),
    )
    if (link !== undefined) return pass(link.href)
    if (favicon === null) return notApplicable('/favicon.ico was not asked for.')
    const { url, status } = favicon
    return status === 200 ? pass(url) : fail('The site has no icon.', { url, status }, status)
  },
})
