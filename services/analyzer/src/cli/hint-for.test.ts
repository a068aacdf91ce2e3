import { expect, it } from '@jest/globals'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { hintFor } from './hint-for.ts'

it.each([
  ['http://10.1.2.3/', 'blocked_address', /FETCH_ALLOW/],
  ['http://staging.internal:8080/', 'blocked_address', /FETCH_ALLOW/],
  ['example.com', 'blocked_address', /^Begin the address .*https:\/\/example\.com/],
  ['file:///etc/passwd', 'blocked_address', /^$/],
  ['https://example.com/', 'dns', /^$/],
] as const)('of %s, which ended with %s, it says %s', (address, reason, hint) => {
  expect(hintFor(address, new FetchFailure(reason, 'No.'))).toMatch(hint)
})
