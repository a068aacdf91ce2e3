import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'sitemap',
  title: 'Sitemap',
  titles: {
    pass: 'The site has a sitemap',
    warn: 'robots.txt does not name the sitemap',
    fail: 'The site has no sitemap',
  },
  category: 'seo',
  weight: 2,
  why: 'A sitemap tells engines which pages there are and when they changed.',
  fix: 'Write a sitemap and name it in robots.txt: "Sitemap: https://example.com/sitemap.xml".',
  learn: 'https://www.sitemaps.org/protocol.html',
  criteria: {
    pass: 'declared in robots.txt and answers 200',
    warn: 'only at /sitemap.xml',
    fail: 'none',
    notApplicable: 'it was not asked for',
  },
  needs: ['sitemap'],

  check({ sitemap }) {
    if (sitemap === null || sitemap.length === 0)
      return notApplicable('No sitemap was asked for, or none answered in time.')
    const evidence = sitemap.map(({ url, status }) => ({ url, status }))
    const found = sitemap.find(({ status, declared }) => status === 200 && declared)
    if (found !== undefined) return pass(found.url)
    if (sitemap.some(({ status }) => status === 200))
      return warn('robots.txt does not name the sitemap that answers.', evidence)
    return fail('No sitemap answers.', evidence)
  },
})
