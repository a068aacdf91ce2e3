import { specifyCheck } from '../../test/specify-check.ts'
import domSize from './dom_size.check.ts'

specifyCheck(domSize, [
  ['passes 1,500', { body: '<p>x</p>'.repeat(1497) }, 'pass'],
  ['warns of 1,501', { body: '<p>x</p>'.repeat(1498) }, 'warn'],
  ['warns of 3,000', { body: '<p>x</p>'.repeat(2997) }, 'warn'],
  ['fails 3,001', { body: '<p>x</p>'.repeat(2998) }, 'fail'],
  [
    'fails a page over a ceiling and reports partial counting',
    { body: `<p>x</p>${'<i>'.repeat(600)}` },
    'fail',
    /in part/,
  ],
  ['does not apply to an empty page', { body: '<p></p>' }, 'not_applicable'],
])
