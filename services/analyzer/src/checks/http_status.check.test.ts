import { specifyCheck } from '../../test/specify-check.ts'
import httpStatus from './http_status.check.ts'

specifyCheck(httpStatus, [
  ['passes 200', {}, 'pass'],
  ['passes 204', { status: 204 }, 'pass'],
  ['fails 404', { status: 404 }, 'fail', /404/],
  ['fails 500', { status: 500 }, 'fail'],
  ['fails a redirect that leads nowhere', { status: 304 }, 'fail'],
])
