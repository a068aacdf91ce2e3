import { specifyCheck } from '../../test/specify-check.ts'
import headingOrder from './heading_order.check.ts'

specifyCheck(headingOrder, [
  ['passes levels in order', { body: '<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>' }, 'pass'],
  ['warns of one skip', { body: '<h1>a</h1><h3>b</h3>' }, 'warn'],
  ['fails three skips', { body: '<h1>a</h1><h3>b</h3><h1>a</h1><h3>b</h3><h1>a</h1><h3>b</h3>' }, 'fail'],
  ['passes a page without headings', {}, 'pass'],
])
