import { LRUCache } from 'lru-cache'

/**
 * Values that channels keep in this process for a while, such as access tokens. Any of them may be evicted at any time.
 */
export type ChannelCache = {
  get<T extends object>(key: string): T | undefined
  /** Keeps the value until then, in milliseconds since 1970. */
  set(key: string, value: object, expiresAt: number): void
  /** The cached value, or else the one that `load` resolves to; concurrent callers share one load. */
  getOrLoad<T extends object>(key: string, load: () => Promise<{ value: T; expiresAt: number }>): Promise<T>
  delete(key: string): void
}

const maxEntries = 10_000

export function createChannelCache(): ChannelCache {
  // The wall clock: unlike the monotonic one, it continues while a machine is suspended.
  const entries = new LRUCache<string, object>({ max: maxEntries, ttlResolution: 0, perf: { now: () => Date.now() } })
  const loading = new Map<string, Promise<object>>()

  const cache: ChannelCache = {
    get: <T extends object>(key: string) => entries.get(key) as T | undefined,
    set(key, value, expiresAt) {
      const ttl = expiresAt - Date.now()
      if (ttl > 0) entries.set(key, value, { ttl })
      else entries.delete(key)
    },
    async getOrLoad<T extends object>(key: string, load: () => Promise<{ value: T; expiresAt: number }>) {
      const cached = cache.get<T>(key)
      if (cached !== undefined) return cached
      const underWay = loading.get(key) as Promise<T> | undefined
      if (underWay !== undefined) return underWay
      const loaded = load().then(({ value, expiresAt }) => {
        cache.set(key, value, expiresAt)
        return value
      })
      loading.set(key, loaded)
      return loaded.finally(() => loading.delete(key))
    },
    delete: (key) => void entries.delete(key),
  }
  return cache
}
