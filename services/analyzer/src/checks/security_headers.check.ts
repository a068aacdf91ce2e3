import { hasDirective } from '../parsers/content-security-policy.ts'
import { defineCheck, fail, pass, warn } from '../rating/check.ts'

/** What the Referrer Policy standard names; browsers ignore any other word. */
const policies = new Set(
  'no-referrer no-referrer-when-downgrade same-origin origin strict-origin origin-when-cross-origin strict-origin-when-cross-origin unsafe-url'.split(
    ' ',
  ),
)

export default defineCheck({
  id: 'security_headers',
  title: 'Security headers',
  titles: {
    pass: 'All security headers are set',
    warn: 'Some security headers are missing',
    fail: 'Most security headers are missing',
  },
  category: 'security',
  weight: 2,
  why: 'They stop injected scripts, framing and leaking of addresses.',
  fix: 'Send Content-Security-Policy (with frame-ancestors), X-Content-Type-Options: nosniff and Referrer-Policy.',
  learn: 'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html',
  criteria: { pass: 'all four', warn: 'two or three', fail: 'one or none' },
  needs: ['headers'],

  check({ headers }) {
    const policy = headers.get('content-security-policy') ?? ''
    const [sniffing] = (headers.get('x-content-type-options') ?? '').split(',')
    // HTML Standard: a set, so that a header that is sent twice is one value; browsers refuse any frame for others.
    const framing = new Set(
      (headers.get('x-frame-options') ?? '')
        .toLowerCase()
        .split(',')
        .map((one) => one.trim()),
    )
    const referrer = (headers.get('referrer-policy') ?? '').toLowerCase().split(',')
    const present: Record<string, boolean> = {
      'content-security-policy': policy !== '',
      'x-content-type-options: nosniff': sniffing?.trim().toLowerCase() === 'nosniff',
      'x-frame-options or frame-ancestors':
        (framing.size === 1 && (framing.has('deny') || framing.has('sameorigin'))) ||
        hasDirective(policy, 'frame-ancestors'),
      'referrer-policy': referrer.some((word) => policies.has(word.trim())),
    }
    const missing = Object.keys(present).filter((name) => !present[name])
    const count = 4 - missing.length
    if (count === 4) return pass(4)
    const evidence = missing.map((name) => ({ missing: name }))
    return count >= 2
      ? warn('Security headers are missing.', evidence, count)
      : fail('Security headers are missing.', evidence, count)
  },
})
