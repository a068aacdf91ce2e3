import { specifyCheck } from '../../test/specify-check.ts'
import serverSignature from './server_signature.check.ts'

specifyCheck(serverSignature, [
  ['passes none', {}, 'pass'],
  ['warns of a product', { headers: { server: 'nginx' } }, 'warn'],
  ['fails a version', { headers: { server: 'nginx/1.25.3' } }, 'fail'],
  ['fails x-powered-by', { headers: { 'x-powered-by': 'PHP' } }, 'fail'],
])
