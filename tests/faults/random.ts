export type Random = {
  /** At min 0 and less than 1. */
  next(): number
  between(min: number, max: number): number
  integer(min: number, max: number): number
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
}

/** The same numbers for the same seed (mulberry32, public domain by Tommy Ettinger). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number): number => min + next() * (max - min)
  const integer = (min: number, max: number): number => Math.floor(between(min, max + 1))
  return {
    next,
    between,
    integer,
    chance: (probability) => next() < probability,
    pick(items) {
      const found = items[integer(0, items.length - 1)]
      if (found === undefined) throw new Error('There is nothing to pick from.')
      return found
    },
  }
}
