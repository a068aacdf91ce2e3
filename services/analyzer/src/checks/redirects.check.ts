import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'redirects',
  title: 'Redirects',
  titles: {
    pass: 'The address is reached without detours',
    warn: 'The address redirects',
    fail: 'The address redirects too often or to HTTP',
  },
  category: 'seo',
  weight: 3,
  why: 'Each redirect costs a round trip and a little of the crawl budget.',
  fix: 'Link to the final address, and redirect to it in one step.',
  learn: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  criteria: {
    pass: 'none, or one from http to https',
    warn: 'one or two',
    fail: 'three or more, or one to http',
    notApplicable: 'a recorded exchange does not tell',
  },
  needs: ['redirects'],

  check({ redirects }) {
    if (redirects === null) return notApplicable('The redirects were not recorded.')
    const evidence = redirects.map(({ from, to, status }) => ({ from, to, status }))
    const downgrade = redirects.find(({ from, to }) => /^https:/i.test(from) && /^http:/i.test(to))
    if (downgrade !== undefined) return fail('A redirect leads from https to http.', { ...downgrade }, redirects.length)
    const [first] = redirects
    const isUpgrade = /^http:/i.test(first?.from ?? '') && /^https:/i.test(first?.to ?? '')
    if (redirects.length === 0 || (redirects.length === 1 && isUpgrade)) return pass(redirects.length)
    if (redirects.length <= 2) return warn('The address redirects.', evidence, redirects.length)
    return fail('The address redirects three times or more.', evidence, redirects.length)
  },
})
