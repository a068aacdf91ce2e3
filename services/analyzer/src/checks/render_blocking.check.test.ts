import { specifyCheck } from '../../test/specify-check.ts'
import renderBlocking from './render_blocking.check.ts'

specifyCheck(renderBlocking, [
  [
    'passes async, defer and modules',
    { head: '<script async src=a></script><script defer src=b></script><script type=module src=c></script>' },
    'pass',
  ],
  ['warns of one', { head: '<script src="/a.js"></script>' }, 'warn'],
  ['fails four', { head: '<script src="/a.js"></script>'.repeat(4) }, 'fail'],
  ['passes scripts in the body', { body: '<script src="/a.js"></script>'.repeat(4) }, 'pass'],
])
