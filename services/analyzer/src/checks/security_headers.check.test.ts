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
  ['fails one', { headers: { 'referrer-policy': 'no-referrer' } }, 'fail'],
  ['fails none', {}, 'fail'],
])
