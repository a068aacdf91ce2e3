import { specifyCheck } from '../../test/specify-check.ts'
import compression from './compression.check.ts'

specifyCheck(compression, [
  ['passes br', { headers: { 'content-encoding': 'br' }, htmlBytes: 5000 }, 'pass'],
  ['passes zstd', { headers: { 'content-encoding': 'zstd' }, htmlBytes: 5000 }, 'pass'],
  ['passes gzip', { headers: { 'content-encoding': 'GZIP' }, htmlBytes: 5000 }, 'pass'],
  ['passes a small page as it is', { htmlBytes: 1399 }, 'pass'],
  ['warns of deflate', { headers: { 'content-encoding': 'deflate' }, htmlBytes: 5000 }, 'warn'],
  ['fails none', { htmlBytes: 1400 }, 'fail'],
])
