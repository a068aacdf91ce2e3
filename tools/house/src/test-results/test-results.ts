/** What jest's `--json` writes, as far as it is read here. */
export type JestResults = {
  testResults: {
    /** The file, absolute. */
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}
export type Totals = {
  passed: number
  failed: number
  /** Files and titles of tests that failed at first and passed when they ran again. */
  flaky: string[]
}

/** The files in which a test failed, or which could not be run. */
export function failedFiles({ testResults }: JestResults): string[] {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
}

/** Tests of several runs, in their order: of a file that was run again, only the later run counts. */
export function totalsOf(runs: readonly JestResults[]): Totals {
  const files = runs.flatMap(({ testResults }) => testResults)
  const last = new Map(files.map((file) => [file.name, file]))
  const totals: Totals = { passed: 0, failed: 0, flaky: [] }
  for (const file of last.values()) {
    const failed = namesOf(file, 'failed').length
    totals.passed += namesOf(file, 'passed').length
    // A file that could not be run has no test that failed.
    totals.failed += file.status === 'failed' ? Math.max(failed, 1) : 0
  }
  for (const file of files) {
    if (file.status !== 'failed' || last.get(file.name)?.status === 'failed') continue
    const names = namesOf(file, 'failed')
    totals.flaky.push(...(names.length === 0 ? [file.name] : names.map((name) => `${file.name}: ${name}`)))
  }
  return totals
}

function namesOf({ assertionResults }: JestResults['testResults'][number], status: string): string[] {
  return assertionResults.filter((one) => one.status === status).map(({ fullName }) => fullName)
}
