import { readFileSync } from 'node:fs'

/** Linux counts CPU time of processes in hundredths of a second. */
const tickMicros = 10_000

/** CPU time that a process and its threads have used so far, in microseconds. */
export function cpuMicrosOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Its name may hold anything, so counting begins behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMicros
}
