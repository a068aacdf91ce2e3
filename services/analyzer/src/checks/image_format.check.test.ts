import { specifyCheck } from '../../test/specify-check.ts'
import imageFormat from './image_format.check.ts'

specifyCheck(imageFormat, [
  ['passes half', { body: '<img src="a.webp"><img src="b.svg?1"><img src="c.png"><img src="d.png">' }, 'pass'],
  [
    'counts the sources of a picture',
    { body: '<picture><source type="image/avif" srcset="x"><img src="x.jpg"></picture>'.repeat(3) },
    'pass',
  ],
  ['warns of some', { body: `<img src="a.avif">${'<img src="c.png">'.repeat(3)}` }, 'warn'],
  ['fails none', { body: '<img src="c.png">'.repeat(3) }, 'fail'],
  ['does not apply to two images', { body: '<img src="c.png">'.repeat(2) }, 'not_applicable'],
])
