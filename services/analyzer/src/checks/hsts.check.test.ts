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
  ['fails 0', { headers: { 'strict-transport-security': 'max-age=0; includeSubDomains' } }, 'fail', /off/],
  ...[
    'max-age=31536000s',
    'max-age',
    'max-age=',
    'max-age=-1',
    'max-age=1e9',
    'maxage=31536000',
    'max-age=31536000, includeSubDomains',
    'max-age=31536000; max-age=1',
  ].map((header): Parameters<typeof specifyCheck>[1][number] => [
    `fails "${header}", which browsers ignore`,
    { headers: { 'strict-transport-security': header } },
    'fail',
  ]),
  ['passes any case and spaces', { headers: { 'strict-transport-security': ' ;Max-Age = 63072000 ;preload' } }, 'pass'],
])
