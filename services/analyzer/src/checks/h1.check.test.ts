import { specifyCheck } from '../../test/specify-check.ts'
import h1 from './h1.check.ts'

specifyCheck(h1, [
  ['passes exactly one', { body: '<h1>Bells</h1>' }, 'pass'],
  ['warns of several', { body: '<h1>a</h1><h1>b</h1>' }, 'warn'],
  ['warns where it repeats the title', { head: '<title>Bells</title>', body: '<h1>Bells</h1>' }, 'warn', /title/],
  ['fails without', {}, 'fail'],
  ['fails an empty one', { body: '<h1> </h1>' }, 'fail'],
  ['passes one by its role', { body: '<div role="heading" aria-level="1">Bells</div>' }, 'pass'],
  ['passes one whose tag says another level', { body: '<h2 aria-level="1">Bells</h2>' }, 'pass'],
  ['fails one that its role takes away', { body: '<h1 role="presentation">Bells</h1>' }, 'fail'],
  ['fails one of another level, or another role', { body: '<h1 aria-level="2">a</h1><h1 role="tab">b</h1>' }, 'fail'],
  ['passes a logo with a text', { body: '<h1><a href="/"><img src="l.png" alt="Acme Tea Company"></a></h1>' }, 'pass'],
  ['passes one with a label', { body: '<h1 aria-label="Acme"><svg></svg></h1>' }, 'pass'],
  [
    'warns of a logo whose text is the title',
    {
      head: '<title>Acme Tea</title>',
      body: '<h1><img alt="Acme" src="a.png"><b><img alt="Tea" src="b.png"></b></h1>',
    },
    'warn',
    /title/,
  ],
  ['fails a logo without a text', { body: '<h1><img src="l.png" alt=" "></h1>' }, 'fail'],
  ['fails a logo that is hidden', { body: '<h1><img src="l.png" alt="Acme" aria-hidden="true"></h1>' }, 'fail'],
  ['does not count one in a template', { body: '<template><h1>x</h1></template>' }, 'fail'],
])
