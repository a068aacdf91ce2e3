// node tools/house/src/test-results/test-results-main.ts failed FILE: the test files that failed, a line each.
// node tools/house/src/test-results/test-results-main.ts total FILE…: "PASSED FAILED" of several runs, and on the error
// output the flaky tests. FILE is what jest's --json wrote; one that is missing counts as a run of nothing.
import { existsSync, readFileSync } from 'node:fs'
import { failedFiles, type JestResults, totalsOf } from './test-results.ts'

const [command, ...paths] = process.argv.slice(2)
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as JestResults
const runs = paths.filter((path) => existsSync(path)).map(read)
if (command === 'failed') {
  for (const file of runs.flatMap(failedFiles)) console.log(file)
} else if (command === 'total') {
  const { passed, failed, flaky } = totalsOf(runs)
  for (const test of flaky) console.error(`flaky, passed when it ran alone: ${test}`)
  console.log(`${passed} ${failed}`)
} else {
  console.error('test-results-main.ts failed FILE | total FILE…')
  process.exit(2)
}
