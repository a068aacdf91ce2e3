import { specifyCheck } from '../../test/specify-check.ts'
import compression from './compression.check.ts'

specifyCheck(compression, [
  ['passes br', { headers: { 'content-encoding': 'br' }, htmlBytes: 5000 }, 'pass'],
  ['passes zstd', { headers: { 'content-encoding': 'zstd' }, htmlBytes: 5000 }, 'pass'],
  ['passes gzip', { headers: { 'content-encoding': 'GZIP' }, htmlBytes: 5000 }, 'pass'],
  ['does not apply to a small page', { htmlBytes: 1399 }, 'not_applicable'],
  ['warns of deflate', { headers: { 'content-encoding': 'deflate' }, htmlBytes: 5000 }, 'warn'],
  ['fails none', { htmlBytes: 1400 }, 'fail'],
])
