/** `work` does one unit of work and returns a proof of it. */
export type Variant = { name: string; work(): string }
export type Figures = {
  name: string
  perSecond: number
  lowest: number
  highest: number
  cpuMicros: number
  ratio: number
}
export type RoundSettings = { rounds: number; roundMs: number }

/** Rounds that only find errors. What takes a row time besides its rounds is a tenth then. */
export const areQuick = ({ roundMs }: RoundSettings): boolean => roundMs < 1_000

/** A warm-up takes this part of a round. */
export const warmUpShare = 0.75

/**
 * Runs the variants in rotation (A B A B) after a warm-up of each, and returns units a second of one core, by CPU time,
 * so that other load on the machine cancels out. Throws if the proofs of two variants differ. Ratios are relative to the
 * first variant; `lowest` and `highest` are rounds.
 */
export function compare(variants: readonly Variant[], { rounds, roundMs }: RoundSettings): Figures[] {
  const proofs = new Map(variants.map(({ name, work }) => [name, work()]))
  if (new Set(proofs.values()).size !== 1) {
    throw new Error(`The variants do not do the same work: ${JSON.stringify(Object.fromEntries(proofs))}`)
  }
  for (const { work } of variants) cpuMicrosOf(work, roundMs * warmUpShare)
  const measured = new Map(variants.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, work } of variants) measured.get(name)?.push(cpuMicrosOf(work, roundMs))
  }
  const [first] = variants
  const base = median(measured.get(first?.name ?? '') ?? [])
  return variants.map(({ name }) => {
    const micros = measured.get(name) ?? []
    const cpuMicros = median(micros)
    const perSecond = 1e6 / cpuMicros
    const [lowest, highest] = [1e6 / Math.max(...micros), 1e6 / Math.min(...micros)]
    return { name, perSecond, lowest, highest, cpuMicros, ratio: base / cpuMicros }
  })
}

/** CPU microseconds of a unit, in all threads of the process: garbage collection runs in other threads. */
function cpuMicrosOf(work: () => unknown, roundMs: number): number {
  const started = process.cpuUsage()
  let units = 0
  for (let used = 0; used < roundMs * 1_000; units += 1) {
    work()
    const { user, system } = process.cpuUsage(started)
    used = user + system
  }
  const { user, system } = process.cpuUsage(started)
  return (user + system) / units
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
