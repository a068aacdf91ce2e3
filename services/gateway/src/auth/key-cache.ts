import { LRUCache } from 'lru-cache'
import type { Caller } from './caller.ts'

/** How long a key is trusted without a look-up: the maximum delay of a revocation while the broker is unavailable. */
export const ttlMs = 10_000
const maxEntries = 10_000

type Entry = { caller: Promise<Caller>; keyId?: string; freshUntil: number }

export type KeyCache = {
  /** The caller of a key; concurrent look-ups of one key share one call. */
  get(hash: string, lookUp: () => Promise<Caller>): Promise<Caller>
  revoke(keyId: string): void
}

/** Caches callers by the hash of their key. A look-up that began before a revocation is not cached. */
export function createKeyCache(now: () => number = Date.now): KeyCache {
  const entries = new LRUCache<string, Entry>({ max: maxEntries })
  const revoked = new Map<string, number>()

  async function refresh(hash: string, lookUp: () => Promise<Caller>): Promise<Caller> {
    const began = now()
    const entry: Entry = { caller: lookUp(), freshUntil: began + ttlMs }
    entries.set(hash, entry)
    try {
      const caller = await entry.caller
      entry.keyId = caller.keyId
      entry.freshUntil = Math.min(entry.freshUntil, caller.expiresAt ?? Number.POSITIVE_INFINITY)
      const revokedAt = revoked.get(caller.keyId)
      if (revokedAt !== undefined && revokedAt >= began) forget(hash, entry)
      return caller
    } catch (error) {
      forget(hash, entry)
      throw error
    }
  }

  function forget(hash: string, entry: Entry): void {
    if (entries.peek(hash) === entry) entries.delete(hash)
  }

  return {
    get(hash, lookUp) {
      const entry = entries.get(hash)
      if (entry !== undefined && entry.freshUntil > now()) return entry.caller
      return refresh(hash, lookUp)
    },
    revoke(keyId) {
      for (const [hash, entry] of entries) if (entry.keyId === keyId) entries.delete(hash)
      for (const [id, at] of revoked) if (at + 2 * ttlMs < now()) revoked.delete(id)
      revoked.set(keyId, now())
    },
  }
}
