import { specifyCheck } from '../../test/specify-check.ts'
import htmlSize from './html_size.check.ts'

specifyCheck(htmlSize, [
  ['passes 330 kB', { body: 'x', htmlBytes: 330_000 }, 'pass'],
  ['warns of more', { body: 'x', htmlBytes: 330_001 }, 'warn'],
  ['warns of 2 MB', { body: 'x', htmlBytes: 2_000_000 }, 'warn'],
  ['fails more and names the first element not read', { body: `${'x'.repeat(2_000_000)}<em>late</em>` }, 'fail'],
  ['does not apply to an empty page', {}, 'not_applicable'],
])
