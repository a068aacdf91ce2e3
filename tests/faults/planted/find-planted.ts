import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeCopy } from '../../make-copy.ts'

type Options = {
  /** Only bugs whose names contain one of these. */
  only: string[] | undefined
  minutes: string
  runsAtMost: number
  seed: number
  signal: AbortSignal
  say: (line: string) => void
}

export type Found = { bug: string; runs: number; words: string | undefined }

/** The patches, each of which breaks one promise. */
export async function plantedBugs(): Promise<{ bug: string; patch: string }[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.patch')).sort()
  return files.map((file) => ({ bug: basename(file, '.patch'), patch: join(import.meta.dirname, file) }))
}

/** One node starts much faster than three, one copy than two. */
const short = ['--nodes', '1', '--copies', '1', '--apart', '1,4', '--one-by-one']

/** Plants each bug in a copy of the project, and runs the rig there until its checker finds something, or gives up. */
export async function findPlanted({ only, minutes, runsAtMost, seed, signal, say }: Options): Promise<Found[]> {
  const found: Found[] = []
  for (const { bug, patch } of await plantedBugs()) {
    if (only !== undefined && !only.some((part) => bug.includes(part))) continue
    await using copy = await makeCopy(patch)
    let words: string | undefined
    let runs = 0
    while (words === undefined && runs < runsAtMost && !signal.aborted) {
      runs++
      say(`${bug}: run ${runs}, seed ${seed + runs}`)
      const args = [...short, '--only', await strikesFor(patch), '--minutes', minutes, '--seed', String(seed + runs)]
      words = await findIn(copy.folder, args, signal, say)
    }
    say(words === undefined ? `${bug}: NOT found in ${runs} runs` : `${bug}: found in run ${runs}: ${words}`)
    found.push({ bug, runs, words })
  }
  return found
}

/** The strikes that are worth trying, from the patch's first line: one that cannot matter only makes the run longer. */
async function strikesFor(patch: string): Promise<string> {
  const [, names] = /^strikes: (.*)\n/.exec(await readFile(patch, 'utf8')) ?? []
  if (names === undefined) throw new Error(`${patch} does not begin with "strikes: …".`)
  return names
}

/** What the checker says first; undefined when it found nothing or the run could not be carried out. */
function findIn(
  folder: string,
  args: string[],
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const program = join(folder, 'tests/faults/main.ts')
    const options = { cwd: folder, maxBuffer: 64 * 1_024 * 1_024 }
    // Asked to stop and waited for: a rig that is cut off from its parent would leave its servers behind.
    const stop = () => rig.kill('SIGTERM')
    signal.addEventListener('abort', stop, { once: true })
    const rig = execFile(process.execPath, [program, ...args], options, (_error, printed, words) => {
      signal.removeEventListener('abort', stop)
      if (rig.exitCode !== 0 && rig.exitCode !== 1) say(`  the run was not carried out: ${words.slice(0, 500)}`)
      const [, first] = /^\d+ violations\n {2}(.*)$/m.exec(printed) ?? []
      resolve(rig.exitCode === 1 ? (first ?? 'something') : undefined)
    })
  })
}
