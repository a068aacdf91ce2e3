/** What a process knows for a while and may forget at any moment. */
export type Memory = {
  get<T>(name: string): T | undefined
  /** Until then, in milliseconds since 1970. */
  set(name: string, value: unknown, until: number): void
  /** The value that is known, else the one that this makes; all who ask meanwhile wait for the same one. */
  once<T>(name: string, make: () => Promise<{ value: T; until: number }>): Promise<T>
  forget(name: string): void
}

const most = 10_000

export function createMemory(now: () => number = Date.now): Memory {
  const known = new Map<string, { value: unknown; until: number }>()
  const making = new Map<string, Promise<unknown>>()

  const memory: Memory = {
    get<T>(name: string) {
      const found = known.get(name)
      return found !== undefined && found.until > now() ? (found.value as T) : undefined
    },
    set(name, value, until) {
      known.delete(name)
      known.set(name, { value, until })
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
    },
    async once<T>(name: string, make: () => Promise<{ value: T; until: number }>) {
      const found = memory.get<T>(name)
      if (found !== undefined) return found
      const underWay = making.get(name) as Promise<T> | undefined
      if (underWay !== undefined) return underWay
      const made = make().then(({ value, until }) => {
        memory.set(name, value, until)
        return value
      })
      making.set(name, made)
      return made.finally(() => making.delete(name))
    },
    forget: (name) => void known.delete(name),
  }
  return memory
}
