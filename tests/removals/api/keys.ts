import type { Removal } from '../removal.ts'

/** How long a key is believed, and what it may do. */
export const keys: readonly Removal[] = [
  {
    promise: 'a revoked key is refused within 1 s by message',
    in: 'services/gateway',
    find: 'for (const [hash, entry] of entries) if (entry.keyId === keyId) entries.delete(hash)',
    put: '',
  },
  {
    promise: 'and within 10 s without a broker',
    in: 'services/gateway',
    find: 'if (entry !== undefined && entry.freshUntil > now()) return entry.caller',
    put: 'if (entry !== undefined) return entry.caller',
  },
  {
    promise: 'an expired key is refused',
    in: 'services/gateway',
    find: 'entry.freshUntil = Math.min(entry.freshUntil, caller.expiresAt ?? Number.POSITIVE_INFINITY)',
    put: '',
  },
  {
    promise: 'scopes, expiry, last used',
    in: 'services/project',
    find: 'set last_used_at = clock_timestamp()',
    put: 'set last_used_at = k.last_used_at',
  },
]
