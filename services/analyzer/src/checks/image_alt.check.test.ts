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
  ['passes what is labelled or titled', { body: '<img aria-labelledby="x"><img title="x">' }, 'pass'],
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
