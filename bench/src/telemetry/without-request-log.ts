import { registerHooks } from 'node:module'

// For `node --import`: intake keeps no log of its webhook requests, to measure what that costs.
const source = `
  export const startRequestLog = () => ({ add() {}, [Symbol.asyncDispose]: async () => {} })`

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('/services/intake/src/requests/request-log.ts')) return nextLoad(url, context)
    return { format: 'module', source, shortCircuit: true }
  },
})
