import { specifyCheck } from '../../test/specify-check.ts'
import hsts from './hsts.check.ts'

specifyCheck(hsts, [
  ['passes a year', { headers: { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } }, 'pass'],
  [
    'passes a quoted year',
    { headers: { 'strict-transport-security': 'includeSubDomains; max-age="31536000"' } },
    'pass',
  ],
  ['warns of a day', { headers: { 'strict-transport-security': 'max-age=86400' } }, 'warn', /86400/],
  ['fails none', {}, 'fail', /missing/],
  ['fails a header without max-age', { headers: { 'strict-transport-security': 'includeSubDomains' } }, 'fail'],
  ['does not apply to http', { url: 'http://example.com/' }, 'not_applicable'],
])
