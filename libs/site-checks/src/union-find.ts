/** Disjoint groups of items, which grow by joining two of them. */
export type Groups<Item> = {
  join(one: Item, other: Item): void
  /** All groups, and in each its items, in the order in which they were given. */
  all(): Item[][]
}

/** Starts with one group for each item (union-find: an operation takes nearly constant time). */
export function unionFind<Item>(items: readonly Item[]): Groups<Item> {
  const parents = new Map(items.map((item) => [item, item]))

  function rootOf(item: Item): Item {
    let at = item
    for (let parent = parents.get(at) ?? at; parent !== at; parent = parents.get(at) ?? at) {
      // Each step halves the path for the next time.
      const grandparent = parents.get(parent) ?? parent
      parents.set(at, grandparent)
      at = grandparent
    }
    return at
  }

  return {
    join: (one, other) => void parents.set(rootOf(other), rootOf(one)),
    all: () => [...Map.groupBy(items, rootOf).values()],
  }
}
