import { defineCheck, fail, pass, warn } from '../check.ts'

export default defineCheck({
  id: 'security_headers',
  title: 'The security headers are set',
  category: 'security',
  weight: 4,
  why: 'They stop injected scripts, framing and leaking of addresses.',
  fix: 'Send Content-Security-Policy (with frame-ancestors), X-Content-Type-Options: nosniff and Referrer-Policy.',
  criteria: { pass: 'all four', warn: 'two or three', fail: 'one or none' },
  needs: ['headers'],

  check({ headers }) {
    const policy = headers.get('content-security-policy')
    const present: Record<string, boolean> = {
      'content-security-policy': policy !== null,
      'x-content-type-options: nosniff': headers.get('x-content-type-options')?.toLowerCase() === 'nosniff',
      'x-frame-options or frame-ancestors':
        headers.get('x-frame-options') !== null || /frame-ancestors/i.test(policy ?? ''),
      'referrer-policy': headers.get('referrer-policy') !== null,
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
