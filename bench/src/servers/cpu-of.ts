import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time of processes in hundredths of a second. */
const tickMicros = 10_000

/** CPU time of a process and its descendants so far, in microseconds. */
export function cpuMicrosOf(pid: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const fields = /^\d+$/.test(name) ? statOf(name) : undefined
    const parent = Number(fields?.[1])
    if (fields !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const sum = (one: number): number => {
    const fields = statOf(String(one)) ?? []
    // Of the process, and of children that have ended.
    const ticks = [11, 12, 13, 14].reduce((all, place) => all + Number(fields[place] ?? 0), 0)
    return (children.get(one) ?? []).reduce((all, child) => all + sum(child), ticks * tickMicros)
  }
  return sum(pid)
}

/** Resident set size of a process in MB. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

/** The process with this name and this text in its command line; undefined if there is none, as in a container. */
export function findPid(name: string, mark: string): number | undefined {
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const commandLine = readIfExists(`/proc/${pid}/cmdline`)
    if (commandLine?.includes(mark) && readIfExists(`/proc/${pid}/comm`)?.startsWith(name)) return Number(pid)
  }
  return undefined
}

function statOf(pid: string): string[] | undefined {
  const stat = readIfExists(`/proc/${pid}/stat`)
  // The name may contain spaces and parentheses.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // A process may end between listing and reading.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
