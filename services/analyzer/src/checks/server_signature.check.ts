import { defineCheck, fail, pass, warn } from '../rating/check.ts'

export default defineCheck({
  id: 'server_signature',
  title: 'Server signature',
  titles: {
    pass: 'The server does not reveal its software',
    warn: 'The server reveals its software',
    fail: 'The server reveals the version of its software',
  },
  category: 'security',
  weight: 1,
  why: 'A version tells an attacker which holes to try.',
  fix: 'Take the version out of the Server header and drop X-Powered-By.',
  learn: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Server',
  criteria: { pass: 'no product', warn: "the product's name", fail: 'product with version, or X-Powered-By' },
  needs: ['headers'],

  check({ headers }) {
    const powered = headers.get('x-powered-by')
    const server = headers.get('server') ?? ''
    const signature = server === '' ? [] : [{ header: `server: ${server}` }]
    if (powered !== null) {
      return fail('The server tells what it runs on.', [{ header: `x-powered-by: ${powered}` }, ...signature], powered)
    }
    if (server === '') return pass()
    const evidence = signature
    if (/\/\s*v?\d|\d\.\d/.test(server)) return fail('The server tells its version.', evidence, server)
    return warn('The server tells its product.', evidence, server)
  },
})
