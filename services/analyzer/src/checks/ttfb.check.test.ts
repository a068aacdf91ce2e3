import { specifyCheck } from '../../test/specify-check.ts'
import ttfb from './ttfb.check.ts'

specifyCheck(ttfb, [
  ['passes 600 ms', { ttfbMs: 600 }, 'pass'],
  ['warns of 601', { ttfbMs: 601 }, 'warn'],
  ['warns of 1,500', { ttfbMs: 1500 }, 'warn'],
  ['fails 1,501', { ttfbMs: 1501 }, 'fail'],
  ['does not apply to a recording', {}, 'not_applicable'],
])
