import { PassThrough } from 'node:stream'
import { expect, it } from '@jest/globals'
import { startProgress } from './start-progress.ts'

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
