import { defineCheck, fail, notApplicable, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'tls_certificate',
  title: 'Certificate',
  titles: {
    pass: 'The certificate is valid',
    warn: 'The certificate expires soon',
    fail: 'The certificate is not valid',
  },
  category: 'security',
  weight: 1,
  why: 'Browsers refuse a page whose certificate has run out.',
  fix: 'Renew the certificate, automatically.',
  criteria: {
    pass: 'valid for more than 14 days',
    warn: '14 days or less',
    fail: 'invalid, expired, or without a readable date of expiry',
    notApplicable: 'the page is http, or a recorded exchange does not tell',
  },
  needs: ['url', 'tls', 'now'],

  check({ url, tls, now }) {
    if (url.protocol !== 'https:') return notApplicable('The page is served over HTTP.')
    if (tls === null) return notApplicable('The certificate was not recorded.')
    if (tls.validTo === null)
      return fail('The certificate does not say until when it is valid.', { valid_to: 'unreadable' })
    const left = (Date.parse(tls.validTo) - now.getTime()) / 86_400_000
    const days = Math.floor(left)
    const evidence = { valid_to: tls.validTo, days }
    if (!tls.authorized || left < 0) return fail('The certificate is not valid.', evidence, days)
    return left > 14 ? pass(days) : warn(`The certificate runs out in ${days} days.`, evidence, days)
  },
})
