import { setTimeout as pause } from 'node:timers/promises'
import type { History } from '../history.ts'
import type { Random } from '../random.ts'
import type { Strike } from './strike.ts'

type Options = {
  history: History
  random: Random
  /** Groups of strikes with how often one of them is due, relative to the others. */
  groups: { strikes: Strike[]; weight: number }[]
  /** Seconds between one strike and the next. */
  apart: [least: number, most: number]
  /** Whether the next may come before the last is mended. */
  overlap: boolean
  stop: AbortSignal
  say: (line: string) => void
}

/** One strike after another, each mended after its time; resolves when all are. */
export async function strikeUntilStopped({
  history,
  random,
  groups,
  apart,
  overlap,
  stop,
  say,
}: Options): Promise<void> {
  const taken = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let number = 0

  async function carryOut(strike: Strike): Promise<void> {
    const id = ++number
    for (const target of strike.targets) taken.add(target)
    try {
      history.write({ kind: 'struck', id, name: strike.name, targets: strike.targets })
      const mend = await strike.hit(random)
      await pause(random.between(...strike.lasts) * 1_000)
      history.write({ kind: 'mending', id, name: strike.name })
      await mend()
      history.write({ kind: 'mended', id, name: strike.name })
    } catch (error) {
      history.write({ kind: 'failed', id, name: strike.name, why: String(error) })
      say(`${strike.name} could not be carried out: ${String(error)}`)
    } finally {
      for (const target of strike.targets) taken.delete(target)
    }
  }

  while (!stop.aborted) {
    if (!overlap) await Promise.all(underWay)
    await pause(random.between(...apart) * 1_000, undefined, { signal: stop }).catch(() => undefined)
    const strike = stop.aborted ? undefined : choose()
    if (strike === undefined) continue
    say(strike.name)
    const done = carryOut(strike).finally(() => underWay.delete(done))
    underWay.add(done)
  }
  await Promise.all(underWay)

  function choose(): Strike | undefined {
    const free = groups
      .map(({ strikes, weight }) => ({ weight, strikes: strikes.filter(isFree) }))
      .filter(({ strikes }) => strikes.length > 0)
    let at = random.next() * free.reduce((sum, { weight }) => sum + weight, 0)
    for (const { strikes, weight } of free) {
      at -= weight
      if (at <= 0) return random.pick(strikes)
    }
    return undefined
  }

  function isFree({ targets }: Strike): boolean {
    return targets.every((target) => !taken.has(target))
  }
}
