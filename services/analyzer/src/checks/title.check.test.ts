import { specifyCheck } from '../../test/specify-check.ts'
import title from './title.check.ts'

specifyCheck(title, [
  ['passes 30', { head: `<title>${'x'.repeat(30)}</title>` }, 'pass'],
  ['passes 65', { head: `<title>${'x'.repeat(65)}</title>` }, 'pass'],
  ['warns of 29', { head: `<title>${'x'.repeat(29)}</title>` }, 'warn'],
  ['warns of 66', { head: `<title>${'x'.repeat(66)}</title>` }, 'warn'],
  ['warns of 120', { head: `<title>${'x'.repeat(120)}</title>` }, 'warn'],
  ['passes 21 full-width characters, which take 42 columns', { head: `<title>${'茶'.repeat(21)}</title>` }, 'pass'],
  [
    'warns of 40 of them, and says both',
    { head: `<title>${'茶'.repeat(40)}</title>` },
    'warn',
    /80 columns \(40 characters\)/,
  ],
  ['fails 9', { head: `<title>${'x'.repeat(9)}</title>` }, 'fail'],
  ['fails 121', { head: `<title>${'x'.repeat(121)}</title>` }, 'fail'],
  ['fails without', {}, 'fail', /no title/],
  ['fails an empty one', { head: `<title>${'x'.repeat(0)}</title>` }, 'fail', /empty/],
  ['fails several', { head: '<title>One title</title><title>Another title</title>' }, 'fail', /several/],
  [
    'does not take the title of a drawing for its own',
    { head: `<title>${'x'.repeat(40)}</title>`, body: '<svg><title>Logo</title></svg>' },
    'pass',
  ],
])
