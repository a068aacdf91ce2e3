import { specifyCheck } from '../../test/specify-check.ts'
import imageAlt from './image_alt.check.ts'

specifyCheck(imageAlt, [
  ['passes an alternative', { body: '<img alt="a bell">' }, 'pass'],
  ['passes an empty one, which is decoration', { body: '<img alt="">' }, 'pass'],
  ['passes role=presentation', { body: '<img role="presentation">' }, 'pass'],
  ['passes aria-hidden and aria-label', { body: '<img aria-hidden="true"><img aria-label="x">' }, 'pass'],
  ['warns of one in ten', { body: `<img>${'<img alt="">'.repeat(9)}` }, 'warn'],
  ['fails more', { body: '<img><img alt="">' }, 'fail', /1 of 2/],
  ['does not apply without images', {}, 'not_applicable'],
  [
    'passes what is titled, or labelled by an element with text, before it or after it',
    {
      body: '<p id="a">A bell</p><img aria-labelledby="a"><img aria-labelledby="x b"><img title="x"><p id="b"><b>Tea</b></p>',
    },
    'pass',
  ],
  [
    'fails a label that names nothing, or an element without text',
    { body: '<img aria-labelledby="x"><img aria-labelledby="a"><p id="a"> </p>' },
    'fail',
    /2 of 2/,
  ],
  ['fails an alternative of nothing but white space', { body: '<img alt=" ">' }, 'fail', /1 of 1/],
  [
    'fails role=presentation on an image that can be focused or is live, which keeps its role',
    { body: '<img role="presentation" tabindex="0"><img role="none" aria-live="polite">' },
    'fail',
    /2 of 2/,
  ],
  [
    'passes what is hidden, or stands in what is hidden',
    { body: '<img hidden><div aria-hidden="true"><p><img></p></div>' },
    'pass',
  ],
  ['fails an empty label', { body: '<img aria-label=" "><img title="">' }, 'fail', /2 of 2/],
  [
    'does not count images in a template or for browsers without scripts',
    { body: '<template><img></template><noscript><img></noscript>' },
    'not_applicable',
  ],
])
