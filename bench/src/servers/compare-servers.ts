import { median, type RoundSettings, warmUpShare } from '../compare.ts'
import { cpuMicrosOf, memoryOf } from './cpu-of.ts'
import type { Driven } from './drive.ts'

export type ServerFigures = {
  name: string
  perSecond: number
  lowest: number
  highest: number
  p50: number
  p99: number
  /** CPU of a request by process. */
  cpuMicros: Record<string, number>
  /** Megabytes of the first process, after the last round. */
  memory: number
  ratio: number
}

export type ServerVariant = {
  name: string
  /** Processes whose CPU is counted; the first one serves the requests. */
  pids: Record<string, number>
  drive: (durationMs: number) => Promise<Driven>
}

type Round = Driven & { cpuMicros: Record<string, number> }

/**
 * Drives the variants in rotation (A B A B) after a warm-up of each. Ratios are relative to the first variant.
 */
export async function compareServers(
  variants: readonly ServerVariant[],
  { rounds, roundMs }: RoundSettings,
  warmUpMs = roundMs * warmUpShare,
): Promise<ServerFigures[]> {
  const taken = new Map(variants.map(({ name }) => [name, [] as Round[]]))
  for (const { drive } of variants) await drive(warmUpMs)
  for (let round = 0; round < rounds; round++) {
    for (const variant of variants) taken.get(variant.name)?.push(await measureRound(variant, roundMs))
  }
  return variants.map((variant) => figuresOf(variant, taken))
}

async function measureRound({ pids, drive }: ServerVariant, durationMs: number): Promise<Round> {
  const before = Object.entries(pids).map(([name, pid]) => [name, pid, cpuMicrosOf(pid)] as const)
  const driven = await drive(durationMs)
  return {
    ...driven,
    cpuMicros: Object.fromEntries(
      before.map(([name, pid, used]) => [name, (cpuMicrosOf(pid) - used) / driven.requests]),
    ),
  }
}

function figuresOf({ name, pids }: ServerVariant, taken: Map<string, Round[]>): ServerFigures {
  const rounds = taken.get(name) ?? []
  const perSecond = rounds.map((round) => round.perSecond)
  const [first = []] = taken.values()
  return {
    name,
    perSecond: median(perSecond),
    lowest: Math.min(...perSecond),
    highest: Math.max(...perSecond),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpuMicros: Object.fromEntries(
      Object.keys(pids).map((process) => [
        process,
        median(rounds.map(({ cpuMicros }) => cpuMicros[process] ?? Number.NaN)),
      ]),
    ),
    memory: memoryOf(Object.values(pids)[0] ?? process.pid),
    ratio: median(perSecond) / median(first.map((round) => round.perSecond)),
  }
}
