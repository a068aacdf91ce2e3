import { expect, it } from '@jest/globals'
import { givenPage, specifyCheck } from '../../test/specify-check.ts'
import serverSignature from './server_signature.check.ts'

specifyCheck(serverSignature, [
  ['passes none', {}, 'pass'],
  ['warns of a product', { headers: { server: 'nginx' } }, 'warn'],
  ['fails a version', { headers: { server: 'nginx/1.25.3' } }, 'fail'],
  ['fails x-powered-by', { headers: { 'x-powered-by': 'PHP' } }, 'fail'],
])

it('names the version of Server as well where there is an X-Powered-By', () => {
  const page = givenPage({ headers: { server: 'Apache/2.4.41', 'x-powered-by': 'PHP/7.4' } })
  expect(serverSignature.check(page)).toMatchObject({
    status: 'fail',
    evidence: [{ header: 'x-powered-by: PHP/7.4' }, { header: 'server: Apache/2.4.41' }],
  })
})
