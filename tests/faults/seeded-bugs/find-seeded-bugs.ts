import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeCopy } from '../../make-copy.ts'

type FindOptions = {
  /** Only bugs whose names contain one of these. */
  only: string[] | undefined
  minutes: string
  maxRuns: number
  seed: number
  signal: AbortSignal
  say: (line: string) => void
}

/** `violation` is the first one that the checker found. */
export type Found = { bug: string; runs: number; violation: string | undefined }

/** The patches, each of which breaks one promise. */
export async function seededBugs(): Promise<{ bug: string; patch: string }[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.patch')).sort()
  return files.map((file) => ({ bug: basename(file, '.patch'), patch: join(import.meta.dirname, file) }))
}

/** A single node and a single copy start faster. */
const short = ['--nodes', '1', '--copies', '1', '--apart', '1,4', '--one-by-one']

/** Applies each bug to a copy of the project, and runs the harness there until the checker finds it, `maxRuns` at most. */
export async function findSeededBugs({ only, minutes, maxRuns, seed, signal, say }: FindOptions): Promise<Found[]> {
  const found: Found[] = []
  for (const { bug, patch } of await seededBugs()) {
    if (only !== undefined && !only.some((part) => bug.includes(part))) continue
    await using copy = await makeCopy(patch)
    let violation: string | undefined
    let runs = 0
    while (violation === undefined && runs < maxRuns && !signal.aborted) {
      runs++
      say(`${bug}: run ${runs}, seed ${seed + runs}`)
      const args = [...short, '--only', await faultsFor(patch), '--minutes', minutes, '--seed', String(seed + runs)]
      violation = await findIn(copy.folder, args, signal, say)
    }
    say(violation === undefined ? `${bug}: NOT found in ${runs} runs` : `${bug}: found in run ${runs}: ${violation}`)
    found.push({ bug, runs, violation })
  }
  return found
}

/** The faults that can reveal the bug, from the patch's first line. */
async function faultsFor(patch: string): Promise<string> {
  const [, names] = /^faults: (.*)\n/.exec(await readFile(patch, 'utf8')) ?? []
  if (names === undefined) throw new Error(`${patch} does not begin with "faults: …".`)
  return names
}

/** The first violation; undefined if there is none or the run failed. */
function findIn(
  folder: string,
  args: string[],
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const program = join(folder, 'tests/faults/main.ts')
    const options = { cwd: folder, maxBuffer: 64 * 1_024 * 1_024 }
    // SIGTERM, not SIGKILL: the harness has to stop its servers.
    const stop = () => run.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    const run = execFile(process.execPath, [program, ...args], options, (_error, stdout, stderr) => {
      signal.removeEventListener('abort', stop)
      if (run.exitCode !== 0 && run.exitCode !== 1) say(`  the run failed: ${stderr.slice(0, 500)}`)
      const [, first] = /^\d+ violations\n {2}(.*)$/m.exec(stdout) ?? []
      resolve(run.exitCode === 1 ? (first ?? 'unnamed violation') : undefined)
    })
  })
}
