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
])
