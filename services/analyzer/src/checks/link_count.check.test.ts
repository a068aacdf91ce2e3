import { specifyCheck } from '../../test/specify-check.ts'
import linkCount from './link_count.check.ts'

specifyCheck(linkCount, [
  ['passes 150', { body: '<a href="/a">x</a>'.repeat(150) }, 'pass'],
  ['warns of 151', { body: '<a href="/a">x</a>'.repeat(151) }, 'warn'],
  ['warns of 300', { body: '<a href="/a">x</a>'.repeat(300) }, 'warn'],
  ['fails 301', { body: '<a href="/a">x</a>'.repeat(301) }, 'fail'],
])
