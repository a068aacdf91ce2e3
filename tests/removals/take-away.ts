import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { applyEdits } from '@pagebell/house/source/replace'
import { openSources } from '@pagebell/house/source/source-files'
import type { FoundTest } from './find-test.ts'
import type { Removal } from './removal.ts'

const run = promisify(execFile)

/** What the test of a promise said: of a removal one wants `red`. */
export type Verdict = 'red' | 'green' | 'not run' | 'without end'

const timeoutMs = 300_000

/** Runs the test of a promise in a copy of the project from which its behaviour has been taken away. */
export async function takeAway(folder: string, removal: Removal, test: FoundTest): Promise<Verdict> {
  const changed = applyEdits(openSources(folder), [removal, ...(removal.also ?? [])])
  try {
    for (const [file, { after }] of changed) await writeFile(join(folder, file), after)
    return await runTest(folder, test)
  } finally {
    for (const [file, { before }] of changed) await writeFile(join(folder, file), before)
  }
}

/** Runs the tests of a title in a copy of the project. */
export async function runTest(folder: string, { file, title }: FoundTest): Promise<Verdict> {
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--ci', '--forceExit']
  const selected = ['--runTestsByPath', file, '-t', patternOf(title)]
  const limits = { cwd: folder, maxBuffer: 1 << 28, timeout: timeoutMs }
  // A red test makes jest exit with 1; the count is printed before the teardown complains of what such a test leaves.
  const { stderr, killed }: { stderr: string; killed?: boolean } = await run(
    process.execPath,
    [...jest, ...selected],
    limits,
  ).catch((error: { stderr: string; killed?: boolean }) => error)
  const [counts = ''] = /^Tests: .*$/m.exec(stderr) ?? []
  if (/\d failed/.test(counts)) return 'red'
  if (killed === true) return 'without end'
  return /\d passed/.test(counts) ? 'green' : 'not run'
}

/** A title as jest matches it: what its table fills in (%s, $name) may be anything. */
export function patternOf(title: string): string {
  return title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%\w|\\\$\w+/g, '.*')
}
