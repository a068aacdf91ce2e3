import { specifyCheck } from '../../test/specify-check.ts'
import https from './https.check.ts'

specifyCheck(https, [
  ['passes https', {}, 'pass'],
  ['fails http', { url: 'http://example.com/' }, 'fail'],
  ['fails an https page that asks for files over http', { body: '<img src="http://x.com/a.png">' }, 'fail', /files/],
  ['passes a link to http', { body: '<a href="http://x.com/">x</a>' }, 'pass'],
])
