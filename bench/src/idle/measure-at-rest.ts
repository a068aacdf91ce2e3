import { setTimeout as pause } from 'node:timers/promises'
import { cpuMicrosOf, memoryOfTree } from '../servers/cpu-of.ts'

/** What a part of the system uses while it has nothing to do. */
export type AtRest = {
  name: string
  /** Proportional set size of its processes: memory that several share counts once in all. */
  megabytes: number
  /** CPU time of its processes by the time that passed: 0.01 is a hundredth of a core. */
  ofCore: number
}

/** Rounds of three seconds that it is left alone, and then watched: some work comes once in half a minute. */
const rounds = { settling: 10, watched: 20 }

/** Memory and CPU of all that `npm start` runs, each program and each server, while nothing is submitted or viewed. */
export async function measureAtRest(
  programs: readonly { name: string; pid(): number }[],
  servers: Record<string, number>,
  roundMs: number,
): Promise<AtRest[]> {
  const parts = [
    ...programs.map((program) => ({ name: program.name, pid: program.pid() })),
    ...Object.entries(servers).map(([name, pid]) => ({ name, pid })),
  ]
  const cpu = (): number[] => parts.map(({ pid }) => cpuMicrosOf(pid))
  await pause(rounds.settling * roundMs)
  const [before, startedAt] = [cpu(), performance.now()]
  await pause(rounds.watched * roundMs)
  const [after, passedMs] = [cpu(), performance.now() - startedAt]
  return parts.map(({ name, pid }, place) => ({
    name,
    megabytes: memoryOfTree(pid),
    ofCore: ((after[place] ?? 0) - (before[place] ?? 0)) / 1_000 / passedMs,
  }))
}

/** Megabytes and share of a core of all parts together. */
export const totalOf = (atRest: readonly AtRest[]): [megabytes: number, ofCore: number] => [
  sum(atRest.map(({ megabytes }) => megabytes)),
  sum(atRest.map(({ ofCore }) => ofCore)),
]

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
