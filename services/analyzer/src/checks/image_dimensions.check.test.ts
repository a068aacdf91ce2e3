import { specifyCheck } from '../../test/specify-check.ts'
import imageDimensions from './image_dimensions.check.ts'

specifyCheck(imageDimensions, [
  ['passes images with both', { body: '<img width="1" height="1">' }, 'pass'],
  ['warns of one in five', { body: `<img width="1">${'<img width="1" height="1">'.repeat(4)}` }, 'warn'],
  ['fails more', { body: '<img><img width="1" height="1">' }, 'fail'],
  ['does not apply without images', {}, 'not_applicable'],
])
