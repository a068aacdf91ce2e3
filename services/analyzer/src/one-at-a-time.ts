/** Runs work for the same key one after the other, in the order it was asked for; other keys are not held up. */
export function oneAtATime(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const { promise, resolve } = Promise.withResolvers<void>()
    last.set(key, promise)
    await before
    try {
      return await work()
    } finally {
      if (last.get(key) === promise) last.delete(key)
      resolve()
    }
  }
}
