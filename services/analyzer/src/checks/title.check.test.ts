import { specifyCheck } from '../../test/specify-check.ts'
import title from './title.check.ts'

specifyCheck(title, [
  ['passes 30', { head: `<title>${'x'.repeat(30)}</title>` }, 'pass'],
  ['passes 60', { head: `<title>${'x'.repeat(60)}</title>` }, 'pass'],
  ['warns of 29', { head: `<title>${'x'.repeat(29)}</title>` }, 'warn'],
  ['warns of 61', { head: `<title>${'x'.repeat(61)}</title>` }, 'warn'],
  ['fails 9', { head: `<title>${'x'.repeat(9)}</title>` }, 'fail'],
  ['fails 71', { head: `<title>${'x'.repeat(71)}</title>` }, 'fail'],
  ['fails without', {}, 'fail', /no title/],
  ['fails an empty one', { head: `<title>${'x'.repeat(0)}</title>` }, 'fail', /empty/],
  ['fails several', { head: '<title>One title</title><title>Another title</title>' }, 'fail', /several/],
  [
    'does not take the title of a drawing for its own',
    { head: `<title>${'x'.repeat(40)}</title>`, body: '<svg><title>Logo</title></svg>' },
    'pass',
  ],
])
