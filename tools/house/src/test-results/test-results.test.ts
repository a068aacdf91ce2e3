import { describe, expect, it } from '@jest/globals'
import { failedFiles, type JestResults, totalsOf } from './test-results.ts'

type File = JestResults['testResults'][number]

const file = (name: string, ...tests: ('passed' | 'failed' | 'pending')[]): File => ({
  name,
  status: tests.includes('failed') ? 'failed' : 'passed',
  assertionResults: tests.map((status, index) => ({ status, fullName: `test ${index}` })),
})
const notRun: File = { name: '/c', status: 'failed', assertionResults: [] }
const run = (...testResults: File[]): JestResults => ({ testResults })

describe('the results of a test run', () => {
  it('name the files that failed, also those that could not be run', () => {
    expect(failedFiles(run(file('/a', 'passed'), file('/b', 'failed'), notRun))).toEqual(['/b', '/c'])
  })

  it('are added up; a file that could not be run is one failure', () => {
    const runs = [run(file('/a', 'passed', 'pending')), run(file('/b', 'passed', 'failed', 'failed'), notRun)]
    expect(totalsOf(runs)).toEqual({ passed: 2, failed: 3, flaky: [] })
  })

  it('count a file that was run again once, as it ended, and name what failed at first', () => {
    const first = run(file('/a', 'passed'), file('/b', 'passed', 'failed'), notRun)
    const second = run(file('/b', 'passed', 'passed'), file('/c', 'passed'))
    expect(totalsOf([first, second])).toEqual({ passed: 4, failed: 0, flaky: ['/b: test 1', '/c'] })
  })

  it('keep a failure that comes again', () => {
    const first = run(file('/b', 'passed', 'failed'))
    expect(totalsOf([first, run(file('/b', 'failed', 'passed'))])).toEqual({ passed: 1, failed: 1, flaky: [] })
  })
})
