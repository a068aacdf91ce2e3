/**
 * Serves keys in rotation: a new key goes to the end, and so does a served key that has more items. Between two
 * turns of a key every other key has at most one, however many items it adds.
 */
export type RoundRobin<Item> = {
  readonly size: number
  /** Waiting items of a key. */
  sizeOf(key: string): number
  add(key: string, item: Item): void
  /** The first item of the next key that `mayServe` allows; skipped keys keep their turn. */
  next(mayServe?: (key: string) => boolean): { key: string; item: Item } | undefined
  /** Removes an item before its turn; false if it is no longer waiting. */
  remove(key: string, item: Item): boolean
}

export function createRoundRobin<Item>(): RoundRobin<Item> {
  // A Map iterates in insertion order, which is the order of turns.
  const waiting = new Map<string, Item[]>()
  let size = 0

  return {
    get size() {
      return size
    },
    sizeOf: (key) => waiting.get(key)?.length ?? 0,

    add(key, item) {
      const items = waiting.get(key)
      if (items === undefined) waiting.set(key, [item])
      else items.push(item)
      size += 1
    },

    next(mayServe = () => true) {
      for (const [key, items] of waiting) {
        if (!mayServe(key)) continue
        const [item] = items.splice(0, 1) as [Item]
        waiting.delete(key)
        if (items.length > 0) waiting.set(key, items)
        size -= 1
        return { key, item }
      }
      return undefined
    },

    remove(key, item) {
      const items = waiting.get(key)
      const index = items?.indexOf(item) ?? -1
      if (items === undefined || index === -1) return false
      items.splice(index, 1)
      if (items.length === 0) waiting.delete(key)
      size -= 1
      return true
    },
  }
}
