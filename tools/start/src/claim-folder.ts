import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCommandLine } from './read-command-line.ts'
import { signalGroup } from './run-process.ts'
import { StartProblem } from './start-problem.ts'
import { waitUntil } from './wait-until.ts'

export type ClaimedFolder = {
  /** Records a process, so that the next start can end it if this process is killed first. */
  note: (pid: number, mark: string) => Promise<void>
  release(): Promise<void>
}

type Note = { pid: number; mark: string }

/**
 * Claims a data directory for this process, and ends what an earlier, killed process left running on it. Throws a
 * StartProblem if another process uses the directory.
 */
export async function claimFolder(dataDir: string): Promise<ClaimedFolder> {
  await mkdir(dataDir, { recursive: true })
  const file = join(dataDir, 'processes.json')
  const found = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as { owner: Note; started: Note[] },
    () => undefined,
  )
  if (found !== undefined) {
    if (found.owner.pid !== process.pid && (await isStill(found.owner))) {
      throw new StartProblem(
        `Pagebell is already running from ${dataDir} (process ${found.owner.pid}). Stop it, or set PAGEBELL_DATA to another folder.`,
      )
    }
    for (const note of found.started) await endLeftOver(note)
  }

  const started: Note[] = []
  const owner = { pid: process.pid, mark: (await readCommandLine(process.pid)) ?? 'node' }
  async function save(): Promise<void> {
    // Atomic: a kill or a concurrent note must leave valid JSON.
    await writeFile(`${file}.new`, JSON.stringify({ owner, started }), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  let saved = save()
  const write = (): Promise<void> => {
    saved = saved.then(save, save)
    return saved
  }
  await saved
  return {
    async note(pid, mark) {
      started.push({ pid, mark })
      await write()
    },
    release: () => rm(file, { force: true }),
  }
}

// The kernel reuses process ids: compare the command line too.
async function isStill({ pid, mark }: Note): Promise<boolean> {
  return (await readCommandLine(pid))?.includes(mark) ?? false
}

async function endLeftOver(note: Note): Promise<void> {
  if (!(await isStill(note))) return
  // Each was started as the leader of its process group.
  signalGroup(note.pid, 'SIGTERM')
  const deadline = performance.now() + 5_000
  await waitUntil(
    async () => {
      if (!(await isStill(note))) return true
      if (performance.now() > deadline) signalGroup(note.pid, 'SIGKILL')
      return false
    },
    {
      timeoutMs: 10_000,
      failure: () => new StartProblem(`Process ${note.pid}, left behind by an earlier start, cannot be ended.`),
    },
  )
}
