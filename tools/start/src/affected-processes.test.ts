import { describe, expect, it } from '@jest/globals'
import { affectedProcesses } from './affected-processes.ts'
import { services } from './service-list.ts'

describe('what must start anew when a file changes', () => {
  it.each([
    ['services/report/src/main.ts', ['report']],
    ['tools/sandbox/src/main.ts', ['sandbox', 'sample-site']],
    ['libs/safe-fetch/src/safe-fetcher.ts', ['notifier', 'analyzer']],
    ['services/report/src/main.test.ts', []],
    ['services/report/test/rpc.test.ts', []],
    ['services/report/README.md', []],
    ['docs/operations.md', []],
    ['tools/start/src/main.ts', []],
  ])('%s: %j', (file, expected) => {
    expect(affectedProcesses(file).toSorted()).toEqual(expected.toSorted())
  })

  it('is every service for a library that all of them load, by whatever way', () => {
    expect(affectedProcesses('libs/runtime/src/log.ts')).toEqual(expect.arrayContaining([...services]))
  })
})
