import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Kept } from './read-promises.ts'
import type { Removal } from './removal.ts'

const run = promisify(execFile)

/** What the test of a promise said: of a removal one wants `red`. */
export type Verdict = 'red' | 'green' | 'not run' | 'without end'

const patienceMs = 300_000

/** Runs the test of a promise in a copy of the project from which its behaviour has been taken away. */
export async function takeAway(folder: string, removal: Removal, test: Kept): Promise<Verdict> {
  const whole = new Map<string, string>()
  try {
    for (const { file, find, put } of [removal, ...(removal.also ?? [])]) {
      const path = join(folder, file)
      const text = await readFile(path, 'utf8')
      if (!whole.has(path)) whole.set(path, text)
      await writeFile(
        path,
        text.replace(find, () => put),
      )
    }
    return await runTest(folder, test)
  } finally {
    for (const [path, text] of whole) await writeFile(path, text)
  }
}

/** Runs the tests of a title in a copy of the project. */
export async function runTest(folder: string, { file, title }: Kept): Promise<Verdict> {
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--ci', '--forceExit']
  const wanted = ['--runTestsByPath', file, '-t', patternOf(title)]
  const limits = { cwd: folder, maxBuffer: 1 << 28, timeout: patienceMs }
  // A red test makes jest exit with 1; the count is printed before the teardown complains of what such a test leaves.
  const { stderr, killed }: { stderr: string; killed?: boolean } = await run(
    process.execPath,
    [...jest, ...wanted],
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
