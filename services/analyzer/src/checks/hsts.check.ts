import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'hsts',
  title: 'HSTS',
  titles: {
    pass: 'HSTS is enabled',
    warn: 'HSTS max-age is less than a year',
    fail: 'HSTS is not enabled',
  },
  category: 'security',
  weight: 1,
  why: 'Without HSTS, the first request of a visit may use HTTP, where it can be intercepted.',
  fix: 'Send "Strict-Transport-Security: max-age=31536000; includeSubDomains".',
  snippet: 'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  learn: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security',
  criteria: { pass: 'max-age of a year or more', warn: 'shorter', fail: 'none', notApplicable: 'the page is http' },
  needs: ['url', 'headers'],

  check({ url, headers }) {
    if (url.protocol !== 'https:') return notApplicable('Browsers ignore this header on plain HTTP.')
    const [header] = headers.all('strict-transport-security')
    if (header === undefined) return fail('The header is missing.', { missing: 'strict-transport-security' })
    const evidence = { header: `strict-transport-security: ${header}` }
    const directives = header.split(';').map((part) => part.trim().toLowerCase())
    const ages = directives.filter((directive) => /^max-age\s*=/.test(directive))
    const [, maxAge] = /^max-age\s*=\s*"?(\d+)"?$/.exec(ages[0] ?? '') ?? []
    if (maxAge === undefined || ages.length > 1) return fail('The header has no valid max-age.', evidence)
    const seconds = Number(maxAge)
    if (seconds === 0) return fail('A max-age of 0 turns the protection off.', evidence, 0)
    return seconds >= 31_536_000 ? pass(seconds) : warn(`max-age is ${seconds} seconds; use a year.`, evidence, seconds)
  },
})
