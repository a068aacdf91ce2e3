import { specifyCheck } from '../../test/specify-check.ts'
import securityHeaders from './security_headers.check.ts'

specifyCheck(securityHeaders, [
  [
    'passes all',
    {
      headers: {
        'content-security-policy': "frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
    },
    'pass',
  ],
  ['warns of two', { headers: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' } }, 'warn'],
  [
    'counts the same framing that was sent twice',
    { headers: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN, SameOrigin' } },
    'warn',
  ],
  [
    'does not count framings that contradict each other',
    { headers: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY, SAMEORIGIN' } },
    'fail',
  ],
  ['fails one', { headers: { 'referrer-policy': 'no-referrer' } }, 'fail'],
  ['fails none', {}, 'fail'],
  [
    'passes headers that were sent twice, and words in any case',
    {
      headers: {
        'content-security-policy': "default-src 'self';Frame-Ancestors 'self'",
        'x-content-type-options': 'NoSniff, nosniff',
        'referrer-policy': 'new-policy, Strict-Origin',
      },
    },
    'pass',
  ],
  [
    'does not count what browsers ignore',
    {
      headers: {
        'content-security-policy': "default-src 'self'; report-uri /frame-ancestors",
        'content-security-policy-report-only': "frame-ancestors 'none'",
        'x-content-type-options': 'sniff',
        'x-frame-options': 'ALLOW-FROM https://example.org/',
        'referrer-policy': 'none',
      },
    },
    'fail',
  ],
])
