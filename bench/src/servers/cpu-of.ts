import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time of processes in hundredths of a second. */
const tickMicros = 10_000

/** CPU time that a process, its threads and all that it started have used so far, in microseconds. */
export function cpuMicrosOf(pid: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statOf(name) : undefined
    const parent = Number(fields?.[1])
    if (fields !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const sum = (one: number): number => {
    const fields = statOf(String(one)) ?? []
    // Its own time, and that of children which have ended.
    const ticks = [11, 12, 13, 14].reduce((all, place) => all + Number(fields[place] ?? 0), 0)
    return (children.get(one) ?? []).reduce((all, child) => all + sum(child), ticks * tickMicros)
  }
  return sum(pid)
}

/** Megabytes that a process holds in memory, as Linux counts them. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

/** The program that is running with this in its command line and its name; undefined if there is none, as in a container. */
export function findPid(name: string, mark: string): number | undefined {
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const commandLine = readIfThere(`/proc/${pid}/cmdline`)
    if (commandLine?.includes(mark) && readIfThere(`/proc/${pid}/comm`)?.startsWith(name)) return Number(pid)
  }
  return undefined
}

function statOf(pid: string): string[] | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`)
  // Its name may hold anything, so counting begins behind it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // A process may end between the list and the look.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
