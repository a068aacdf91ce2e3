import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time of processes in hundredths of a second. */
const tickMicros = 10_000

/** CPU time of a process and its descendants so far, in microseconds. */
export function cpuMicrosOf(pid: number): number {
  // Of the process, and of children that have ended.
  const ticksOf = (fields: string[]): number =>
    [11, 12, 13, 14].reduce((all, place) => all + Number(fields[place] ?? 0), 0)
  return treeOf(pid).reduce((all, one) => all + ticksOf(statOf(String(one)) ?? []) * tickMicros, 0)
}

/** Proportional set size of a process and its descendants in MB: of memory that n processes share, each has a part of n. */
export function memoryOfTree(pid: number): number {
  const kilobytesOf = (one: number): number =>
    Number(/^Pss:\s+(\d+)/m.exec(readIfExists(`/proc/${one}/smaps_rollup`) ?? '')?.[1] ?? 0)
  return treeOf(pid).reduce((all, one) => all + kilobytesOf(one), 0) / 1_024
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

/** The process and its descendants. */
function treeOf(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(statOf(name)?.[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree = [pid]
  for (const one of tree) tree.push(...(children.get(one) ?? []))
  return tree
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
