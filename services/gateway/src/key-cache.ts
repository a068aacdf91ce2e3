import type { Caller } from './caller.ts'

/** The longest that a cached key is believed, in ms: what a revocation takes at most while the broker is away. */
export const maxAgeMs = 10_000
const maxKeys = 10_000

type Entry = { caller: Promise<Caller>; keyId?: string; freshUntil: number }

export type KeyCache = {
  /** Who a key belongs to; concurrent look-ups of one key share one question. */
  get(hash: string, ask: () => Promise<Caller>): Promise<Caller>
  revoke(keyId: string): void
}

/** Bounded: the oldest look-up makes room. A look-up that began before a revocation does not outlive it here. */
export function createKeyCache(now: () => number = Date.now): KeyCache {
  const entries = new Map<string, Entry>()
  const revoked = new Map<string, number>()

  async function look(hash: string, ask: () => Promise<Caller>): Promise<Caller> {
    const entry: Entry = { caller: ask(), freshUntil: now() + maxAgeMs }
    entries.set(hash, entry)
    const oldest = entries.size > maxKeys ? entries.keys().next().value : undefined
    if (oldest !== undefined) entries.delete(oldest)
    try {
      const caller = await entry.caller
      entry.keyId = caller.keyId
      entry.freshUntil = Math.min(entry.freshUntil, caller.expiresAt ?? Number.POSITIVE_INFINITY)
      if (revoked.has(caller.keyId)) forget(hash, entry)
      return caller
    } catch (error) {
      forget(hash, entry)
      throw error
    }
  }

  function forget(hash: string, entry: Entry): void {
    if (entries.get(hash) === entry) entries.delete(hash)
  }

  return {
    get(hash, ask) {
      const entry = entries.get(hash)
      if (entry !== undefined && entry.freshUntil > now()) return entry.caller
      entries.delete(hash)
      return look(hash, ask)
    },
    revoke(keyId) {
      for (const [hash, entry] of entries) if (entry.keyId === keyId) entries.delete(hash)
      for (const [id, at] of revoked) if (at + 2 * maxAgeMs < now()) revoked.delete(id)
      revoked.set(keyId, now())
    },
  }
}
