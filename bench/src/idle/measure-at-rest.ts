import { setTimeout as pause } from 'node:timers/promises'
import { areQuick, type RoundSettings } from '../compare.ts'
import { cpuMicrosOf, memoryOfTree } from '../servers/cpu-of.ts'

/** What a part of the system uses while it has nothing to do. */
export type AtRest = {
  name: string
  /** Proportional set size of its processes: memory that several share counts once in all. */
  megabytes: number
  /** CPU time of its processes by the time that passed: 0.01 is a hundredth of a core. */
  ofCore: number
}

/** How long it is left alone, and then watched: some work comes once in half a minute. */
const [settlingMs, watchedMs] = [30_000, 60_000]

/** Memory and CPU of all that `npm start` runs, each program and each server, while nothing is submitted or viewed. */
export async function measureAtRest(
  programs: readonly { name: string; pid(): number }[],
  servers: Record<string, number>,
  settings: RoundSettings,
): Promise<AtRest[]> {
  const part = areQuick(settings) ? 0.1 : 1
  const parts = [
    ...programs.map((program) => ({ name: program.name, pid: program.pid() })),
    ...Object.entries(servers).map(([name, pid]) => ({ name, pid })),
  ]
  const cpu = (): number[] => parts.map(({ pid }) => cpuMicrosOf(pid))
  await pause(part * settlingMs)
  const [before, startedAt] = [cpu(), performance.now()]
  await pause(part * watchedMs)
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
