import { defineCheck, fail, pass } from '../rating/check.ts'

export default defineCheck({
  id: 'https',
  title: 'HTTPS',
  titles: { pass: 'The page is served over HTTPS', fail: 'The page is served over plain HTTP' },
  category: 'security',
  // Equals the sum of the checks that do not apply to plain HTTP, so that no page gains by leaving HTTPS.
  weight: 5,
  // A page that browsers mark as not secure is never rated good.
  cap: 79,
  why: 'Data sent over HTTP can be read and changed in transit, and browsers mark the page as not secure.',
  fix: 'Get a certificate and redirect every address to https.',
  learn: 'https://web.dev/articles/why-https-matters',
  criteria: { pass: 'the final address is https', fail: 'it is http' },
  needs: ['url'],

  check({ url }) {
    if (url.protocol === 'https:') return pass(url.protocol)
    return fail('The page is served over plain HTTP.', { url: url.href }, url.protocol)
  },
})
