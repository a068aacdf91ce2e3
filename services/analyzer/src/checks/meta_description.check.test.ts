import { specifyCheck } from '../../test/specify-check.ts'
import metaDescription from './meta_description.check.ts'

specifyCheck(metaDescription, [
  ['passes 80', { head: `<meta name="Description" content="${'x'.repeat(80)}">` }, 'pass'],
  ['passes 160', { head: `<meta name="Description" content="${'x'.repeat(160)}">` }, 'pass'],
  ['warns of 79', { head: `<meta name="Description" content="${'x'.repeat(79)}">` }, 'warn'],
  ['warns of 161', { head: `<meta name="Description" content="${'x'.repeat(161)}">` }, 'warn'],
  ['fails an empty one', { head: `<meta name="Description" content="${'x'.repeat(0)}">` }, 'fail', /empty/],
  ['fails without', {}, 'fail', /no description/],
  [
    'fails several',
    { head: '<meta name="description" content="a"><meta name="description" content="b">' },
    'fail',
    /several/,
  ],
])
