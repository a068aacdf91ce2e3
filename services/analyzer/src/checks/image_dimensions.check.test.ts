import { specifyCheck } from '../../test/specify-check.ts'
import imageDimensions from './image_dimensions.check.ts'

specifyCheck(imageDimensions, [
  ['passes images with both', { body: '<img width="1" height="1">' }, 'pass'],
  ['warns of one in five', { body: `<img width="1">${'<img width="1" height="1">'.repeat(4)}` }, 'warn'],
  ['fails more', { body: '<img><img width="1" height="1">' }, 'fail'],
  ['does not apply without images', {}, 'not_applicable'],
  [
    'does not judge data: URLs and images that their style sizes or takes out of the flow',
    {
      body: '<img src="data:image/gif;base64,R0"><img src="a" style="width:1px; height: 2em"><img src="b" style="position:absolute"><img src="c" style="top:0;position: fixed">',
    },
    'not_applicable',
  ],
  [
    'passes a width from the style with a height from the attribute',
    { body: '<img src="a" height="9" style="width:50%">' },
    'pass',
  ],
  [
    'passes a width with an aspect ratio',
    { body: '<img src="a" style="width:50%;aspect-ratio:4/3">' },
    'not_applicable',
  ],
  [
    'fails sizes that are no non-negative integers, and a style that leaves the size open',
    {
      body: '<img src="a" width="100%" height="9"><img src="b" width="-1" height="9"><img src="c" width="1.5" height="9"><img src="d" style="width:auto;height:auto"><img src="e" style="max-width:9px;line-height:1">',
    },
    'fail',
    /5 of 5/,
  ],
])
