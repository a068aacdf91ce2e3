import { describe, expect, it } from '@jest/globals'
import { affectedProcesses } from './affected-processes.ts'
import { services } from './service-list.ts'

describe('the processes to restart when a file changes', () => {
  it.each([
    ['services/report/src/main.ts', ['report']],
    ['tools/sandbox/src/main.ts', ['sandbox', 'sample-site']],
    ['libs/safe-fetch/src/safe-fetcher.ts', ['notifier', 'analyzer', 'pages']],
    ['services/report/src/main.test.ts', []],
    ['services/report/test/rpc.test.ts', []],
    ['services/report/README.md', []],
    ['docs/operations.md', []],
    ['tools/start/src/main.ts', []],
  ])('%s: %j', (file, expected) => {
    expect(affectedProcesses(file).toSorted()).toEqual(expected.toSorted())
  })

  it('are all services for a library that all of them load, directly or not', () => {
    expect(affectedProcesses('libs/runtime/src/log.ts')).toEqual(expect.arrayContaining([...services]))
  })
})
