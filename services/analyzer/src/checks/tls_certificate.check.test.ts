import { specifyCheck } from '../../test/specify-check.ts'
import tlsCertificate from './tls_certificate.check.ts'

specifyCheck(tlsCertificate, [
  ['passes more than 14 days', { tls: { validTo: '2026-12-06T13:00:00Z', alpn: 'h2', authorized: true } }, 'pass'],
  ['passes 14 days and an hour', { tls: { validTo: '2026-12-05T13:00:00Z', alpn: 'h2', authorized: true } }, 'pass'],
  ['warns of 14 days', { tls: { validTo: '2026-12-05T12:00:00Z', alpn: 'h2', authorized: true } }, 'warn'],
  ['warns of the last hour', { tls: { validTo: '2026-11-21T13:00:00Z', alpn: 'h2', authorized: true } }, 'warn'],
  [
    'fails one that expired a minute ago',
    { tls: { validTo: '2026-11-21T11:59:00Z', alpn: 'h2', authorized: true } },
    'fail',
  ],
  ['fails an expired one', { tls: { validTo: '2026-11-20T12:00:00Z', alpn: 'h2', authorized: false } }, 'fail'],
  ['fails one without a date', { tls: { validTo: null, alpn: 'h2', authorized: false } }, 'fail'],
  [
    'fails an untrusted certificate',
    { tls: { validTo: '2027-11-20T12:00:00Z', alpn: 'h2', authorized: false } },
    'fail',
  ],
  ['does not apply to http', { url: 'http://example.com/' }, 'not_applicable'],
  ['does not apply to a recording', {}, 'not_applicable'],
])
