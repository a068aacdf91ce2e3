import { specifyCheck } from '../../test/specify-check.ts'
import httpRequests from './http_requests.check.ts'

specifyCheck(httpRequests, [
  ['passes 50', { body: Array.from({ length: 50 }, (_, i) => `<img src="/${i}">`).join('') }, 'pass'],
  ['warns of 51', { body: Array.from({ length: 51 }, (_, i) => `<img src="/${i}">`).join('') }, 'warn'],
  ['warns of 100', { body: Array.from({ length: 100 }, (_, i) => `<img src="/${i}">`).join('') }, 'warn'],
  ['fails 101', { body: Array.from({ length: 101 }, (_, i) => `<img src="/${i}">`).join('') }, 'fail'],
  ['counts a file once', { body: '<img src="/a">'.repeat(60) }, 'pass'],
])
