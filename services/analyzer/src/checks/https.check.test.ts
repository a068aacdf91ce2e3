import { specifyCheck } from '../../test/specify-check.ts'
import https from './https.check.ts'

specifyCheck(https, [
  ['passes https', {}, 'pass'],
  ['fails http', { url: 'http://example.com/' }, 'fail'],
  ['passes an https page whatever it loads', { body: '<img src="http://x.com/a.png">' }, 'pass'],
  ['passes a link to http', { body: '<a href="http://x.com/">x</a>' }, 'pass'],
])
