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
  [
    'reads a srcset whose addresses hold commas',
    { body: '<img src="a.jpg" srcset="/w_300,h_200/a.webp 300w,  /w_600,h_400/a.webp 600w,">'.repeat(3) },
    'pass',
  ],
  ['counts what is in the page itself', { body: '<img src="data:image/svg+xml,%3Csvg/%3E">'.repeat(3) }, 'pass'],
  ['counts an address in upper case with a fragment', { body: '<img src=" A.WEBP#x ">'.repeat(3) }, 'pass'],
  ['is not misled by a name', { body: '<img src="/webp/a.png?to=x.webpx">'.repeat(3) }, 'fail'],
  [
    'does not take a picture of old formats for new',
    { body: '<picture><source srcset="x.png 2x"><img src="x.jpg"></picture>'.repeat(3) },
    'fail',
  ],
])
