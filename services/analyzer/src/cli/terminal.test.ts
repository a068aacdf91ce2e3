import { PassThrough } from 'node:stream'
import { expect, it } from '@jest/globals'
import { FetchFailure } from '@pagebell/safe-fetch/fetch-failure'
import { startProgress, suggestFix } from './terminal.ts'

/** What is written to a stream that is a terminal or is none. */
function written(isTTY: boolean): string {
  const out = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
  {
    using progress = startProgress(out as unknown as NodeJS.WriteStream)
    progress.show('fetching')
    progress.show('parsing')
  }
  return String(out.read() ?? '')
}

it('a terminal is shown one line that is written over and taken away', () => {
  expect(written(true)).toBe('\r\u001b[Kfetching …\r\u001b[Kparsing …\r\u001b[K')
})

it('a log is shown nothing', () => {
  expect(written(false)).toBe('')
})

it.each([
  ['http://10.1.2.3/', 'blocked_address', /FETCH_ALLOW/],
  ['http://staging.internal:8080/', 'blocked_address', /FETCH_ALLOW/],
  ['example.com', 'blocked_address', /^Begin the address .*https:\/\/example\.com/],
  ['file:///etc/passwd', 'blocked_address', /^$/],
  ['https://example.com/', 'dns', /^$/],
] as const)('of %s, which ended with %s, it says %s', (address, reason, hint) => {
  expect(suggestFix(address, new FetchFailure(reason, 'No.'))).toMatch(hint)
})
