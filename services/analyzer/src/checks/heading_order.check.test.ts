import { specifyCheck } from '../../test/specify-check.ts'
import headingOrder from './heading_order.check.ts'

specifyCheck(headingOrder, [
  ['passes levels in order', { body: '<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>' }, 'pass'],
  ['warns of one skip', { body: '<h1>a</h1><h3>b</h3>' }, 'warn'],
  ['fails three skips', { body: '<h1>a</h1><h3>b</h3><h1>a</h1><h3>b</h3><h1>a</h1><h3>b</h3>' }, 'fail'],
  [
    'reads role and aria-level',
    { body: '<h1>a</h1><div role="heading" aria-level="2">b</div><h6 aria-level="3">c</h6><h5 role="none">d</h5>' },
    'pass',
  ],
  ['uses level 2 for a role without aria-level', { body: '<h1>a</h1><p role="heading">b</p>' }, 'pass'],
  ['warns of a level skipped by aria-level', { body: '<h1>a</h1><h2 aria-level="4">b</h2>' }, 'warn'],
  ['does not apply to a page without headings', {}, 'not_applicable'],
  ['reports the position of the heading', { body: '<h1>a</h1><h3>b</h3>' }, 'warn'],
])
