import { specifyCheck } from '../../test/specify-check.ts'
import httpVersion from './http_version.check.ts'

specifyCheck(httpVersion, [
  ['passes h2', { tls: { validTo: '2027-01-01T00:00:00Z', alpn: 'h2', authorized: true } }, 'pass'],
  ['passes h3 by Alt-Svc', { headers: { 'alt-svc': 'h3=":443"' } }, 'pass'],
  ['fails only 1.1', { tls: { validTo: '2027-01-01T00:00:00Z', alpn: null, authorized: true } }, 'fail'],
  ['does not apply to http', { url: 'http://example.com/' }, 'not_applicable'],
  ['does not apply to a recording', {}, 'not_applicable'],
])
