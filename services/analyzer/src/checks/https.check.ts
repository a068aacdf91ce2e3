import { defineCheck, fail, pass } from '../rating/check.ts'

export default defineCheck({
  id: 'https',
  title: 'HTTPS',
  titles: { pass: 'The page is served over HTTPS', fail: 'The page is served over plain HTTP' },
  category: 'security',
  // As much as all checks together that do not apply to plain HTTP, so that no page gains by leaving HTTPS.
  weight: 5,
  // Whatever else is right, a page that browsers call insecure is not good.
  cap: 79,
  why: 'Anyone on the way can read and change what is sent over HTTP, and browsers say so.',
  fix: 'Get a certificate and redirect every address to https.',
  criteria: { pass: 'the final address is https', fail: 'it is http' },
  needs: ['url'],

  check({ url }) {
    if (url.protocol === 'https:') return pass(url.protocol)
    return fail('The page is served over plain HTTP.', { url: url.href }, url.protocol)
  },
})
