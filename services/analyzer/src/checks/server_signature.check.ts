import { defineCheck, fail, pass, warn } from '../check.ts'

export default defineCheck({
  id: 'server_signature',
  title: 'The server does not tell its version',
  category: 'security',
  weight: 1,
  why: 'A version tells an attacker which holes to try.',
  fix: 'Take the version out of the Server header and drop X-Powered-By.',
  criteria: { pass: 'no product', warn: "the product's name", fail: 'product with version, or X-Powered-By' },
  needs: ['headers'],

  check({ headers }) {
    const powered = headers.get('x-powered-by')
    if (powered !== null)
      return fail('The server tells what it runs on.', { header: `x-powered-by: ${powered}` }, powered)
    const server = headers.get('server')
    if (server === null || server === '') return pass()
    const evidence = { header: `server: ${server}` }
    if (/\/\s*v?\d|\d\.\d/.test(server)) return fail('The server tells its version.', evidence, server)
    return warn('The server tells its product.', evidence, server)
  },
})
