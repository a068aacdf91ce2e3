import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history.ts'
import type { Random } from '../random.ts'
import type { Fault } from './fault.ts'

type InjectionOptions = {
  history: History
  random: Random
  /** Groups of faults with their relative frequency. */
  groups: { faults: Fault[]; weight: number }[]
  /** Seconds between two faults. */
  intervalSeconds: [min: number, max: number]
  /** Whether a fault may start before the previous one has recovered. */
  overlap: boolean
  stop: AbortSignal
  say: (line: string) => void
}

/** Injects faults, and reverts each after its duration; resolves when all are reverted. */
export async function injectUntilStopped({
  history,
  random,
  groups,
  intervalSeconds,
  overlap,
  stop,
  say,
}: InjectionOptions): Promise<void> {
  const taken = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let number = 0

  async function carryOut(fault: Fault): Promise<void> {
    const id = ++number
    for (const target of fault.targets) taken.add(target)
    try {
      history.write({ kind: 'injected', id, name: fault.name, targets: fault.targets })
      const revert = await fault.inject(random)
      await pause(random.between(...fault.durationSeconds) * 1_000)
      history.write({ kind: 'reverting', id, name: fault.name })
      await revert()
      history.write({ kind: 'recovered', id, name: fault.name })
    } catch (error) {
      history.write({ kind: 'failed', id, name: fault.name, why: String(error) })
      say(`${fault.name} failed: ${String(error)}`)
    } finally {
      for (const target of fault.targets) taken.delete(target)
    }
  }

  while (!stop.aborted) {
    if (!overlap) await Promise.all(underWay)
    await pause(random.between(...intervalSeconds) * 1_000, undefined, { signal: stop }).catch(() => undefined)
    const fault = stop.aborted ? undefined : choose()
    if (fault === undefined) continue
    say(fault.name)
    const done = carryOut(fault).finally(() => underWay.delete(done))
    underWay.add(done)
  }
  await Promise.all(underWay)

  function choose(): Fault | undefined {
    const free = groups
      .map(({ faults, weight }) => ({ weight, faults: faults.filter(isFree) }))
      .filter(({ faults }) => faults.length > 0)
    let at = random.next() * free.reduce((sum, { weight }) => sum + weight, 0)
    for (const { faults, weight } of free) {
      at -= weight
      if (at <= 0) return random.pick(faults)
    }
    return undefined
  }

  function isFree({ targets }: Fault): boolean {
    return targets.every((target) => !taken.has(target))
  }
}
