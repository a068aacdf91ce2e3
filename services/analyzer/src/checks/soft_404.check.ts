import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'soft_404',
  title: 'Missing pages',
  titles: {
    pass: 'Missing pages answer 404',
    warn: 'Missing pages redirect',
    fail: 'Missing pages answer as if they existed',
  },
  category: 'seo',
  weight: 3,
  why: 'A site that answers 200 for anything fills the index with pages that do not exist.',
  fix: 'Answer 404 or 410 for addresses that do not exist.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  criteria: {
    pass: '404 or 410',
    warn: 'redirects',
    fail: '200',
    notApplicable: 'it was not asked, or answered otherwise',
  },
  needs: ['soft404'],

  check({ soft404 }) {
    if (soft404 === null) return notApplicable('No random address was asked for.')
    const { status, url, location } = soft404
    if (status === 404 || status === 410) return pass(status)
    if (location !== null && status < 400)
      return warn('An address that does not exist redirects.', { url, location, status }, status)
    if (status >= 200 && status <= 299)
      return fail(`An address that does not exist answers ${status}.`, { url, status }, status)
    return notApplicable(`A random address answered ${status}, which tells nothing.`)
  },
})
