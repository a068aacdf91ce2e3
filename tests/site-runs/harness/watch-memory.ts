import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { LaunchedProcess } from '@pagebell/start/launch-process'
import { rest } from './meanwhile.ts'

type Process = { pid: number; parent: number; program: string; rssMb: number }

const intervalMs = 1_000

/** The most resident memory of each process of the system and of those that they have started, in MB, once a second. */
export async function watchMemory(
  system: { processes(): readonly LaunchedProcess[] },
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const peakMb = new Map<string, number>()
  while (!signal.aborted) {
    for (const { name, rssMb } of await measure(system.processes()))
      peakMb.set(name, Math.max(rssMb, peakMb.get(name) ?? 0))
    await rest(intervalMs, signal)
  }
  return peakMb
}

async function measure(launched: readonly LaunchedProcess[]): Promise<{ name: string; rssMb: number }[]> {
  const all = await findProcesses()
  const names = new Map(launched.map((one) => [one.pid(), one.name]))
  // A child has a higher id than its parent, or its parent is found in a later round.
  for (let before = -1; names.size > before; ) {
    before = names.size
    for (const { pid, parent, program } of all) {
      const ofParent = names.get(parent)
      if (ofParent !== undefined && !names.has(pid)) names.set(pid, `${program} of ${ofParent}`)
    }
  }
  return all.flatMap(({ pid, rssMb }) => {
    const name = names.get(pid)
    return name === undefined ? [] : [{ name, rssMb }]
  })
}

async function findProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  return (await Promise.all(pids.map(readProcess))).filter((one) => one !== undefined)
}

async function readProcess(pid: number): Promise<Process | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const line = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    const program = basename(line.find((one) => one.endsWith('.ts')) ?? line[0] ?? '')
    // Threads of the kernel have no memory.
    const rss = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
    return { pid, parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), program, rssMb: Number(rss ?? 0) / 1_024 }
  } catch (error) {
    // It has ended.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
