/**
 * The order in which keys take turns: a key that joins goes to the end, and so does one that has been served and has
 * more. Between two turns of a key every other key has at most one, whatever number of items it brings.
 */
export type RoundRobin<Item> = {
  readonly size: number
  /** Items of a key that wait. */
  sizeOf(key: string): number
  add(key: string, item: Item): void
  /** The first item of the key whose turn it is among those that `mayServe` allows; keys passed over keep their turn. */
  next(mayServe?: (key: string) => boolean): { key: string; item: Item } | undefined
  /** Takes an item out before its turn; false if it is not there any more. */
  remove(key: string, item: Item): boolean
}

export function createRoundRobin<Item>(): RoundRobin<Item> {
  // A Map iterates in the order of insertion, which is the order of turns.
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
