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
  [
    'counts every type that is run, in any case',
    { head: '<script type="Text/JavaScript" src=a></script><script type="application/x-javascript" src=b></script>' },
    'warn',
    /^2 /,
  ],
  [
    'passes what is not run: data, templates, scripts for old browsers and those without an address',
    {
      head: '<script type="text/template" src=a></script><script nomodule src=b></script><script>var x = 1</script><noscript><script src=c></script></noscript>',
    },
    'pass',
  ],
])
