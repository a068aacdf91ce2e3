import { createHash, randomBytes } from 'node:crypto'
import { fault } from '@pagebell/faults/fault'
import type { connectRedis } from '@pagebell/redis/redis'
import type { SessionAccount } from './account-cache.ts'

type Redis = Pick<
  ReturnType<typeof connectRedis>,
  'hget' | 'hset' | 'hdel' | 'hgetall' | 'del' | 'expire' | 'set' | 'getex'
>

/** Who is signed in. */
export type Session = { accountId: string; email: string; until: number; passwordVersion: number }

/** A session with the settings of its account. */
export type FoundSession = Session & Pick<SessionAccount, 'newReportPrivacy'>

export type Sessions = ReturnType<typeof createSessions>

type SessionOptions = {
  /** Counted from the sign-in. */
  lifetimeSeconds: number
  /** Without a request. */
  idleSeconds: number
  accountOf: (accountId: string) => Promise<SessionAccount>
}

/** Of one account; a new one ends the one that would expire first. */
const maxSessions = 50

/**
 * Sessions in Redis: one hash an account, so that signing out everywhere is one command. A cookie's value names the
 * account and carries a secret, of which only the SHA-256 is stored. A key beside it expires when the session has been
 * idle for too long. A session of an older password or of a suspended account has ended, whatever Redis holds.
 */
export function createSessions(redis: Redis, { lifetimeSeconds, idleSeconds, accountOf }: SessionOptions) {
  return {
    lifetimeSeconds,

    /** Starts a session with a new secret; returns the cookie's value. */
    async begin(accountId: string, email: string, passwordVersion: number): Promise<string> {
      const secret = randomBytes(32).toString('base64url')
      const until = Date.now() + lifetimeSeconds * 1_000
      const session: Session = { accountId, email, until, passwordVersion }
      const key = keyOf(accountId)
      await orUnavailable(async () => {
        await makeRoom(redis, key)
        await redis.set(idleKeyOf(hash(secret)), '1', 'EX', idleSeconds)
        await redis.hset(key, hash(secret), JSON.stringify(session))
        await redis.expire(key, lifetimeSeconds)
      })
      return `${accountId}.${secret}`
    },

    /** The session of a cookie; undefined for one that expired, was ended, or never existed. */
    async find(cookie: string): Promise<FoundSession | undefined> {
      const named = read(cookie)
      if (named === undefined) return undefined
      const name = hash(named.secret)
      const [kept, isActive] = await orUnavailable(() =>
        Promise.all([redis.hget(keyOf(named.accountId), name), redis.getex(idleKeyOf(name), 'EX', idleSeconds)]),
      )
      const session = kept === null ? undefined : (JSON.parse(kept) as Session)
      if (session === undefined || isActive === null || session.until <= Date.now()) return undefined
      const { passwordVersion, isSuspended, newReportPrivacy } = await accountOf(named.accountId)
      // The cached account may be older than the session.
      const isValid = session.passwordVersion >= passwordVersion && !isSuspended
      return isValid ? { ...session, newReportPrivacy } : undefined
    },

    async end(cookie: string): Promise<void> {
      const named = read(cookie)
      if (named === undefined) return
      await orUnavailable(() => redis.hdel(keyOf(named.accountId), hash(named.secret)))
    },

    /** Ends every session of the account, on every machine. */
    async endAll(accountId: string): Promise<void> {
      await orUnavailable(() => redis.del(keyOf(accountId)))
    },
  }
}

async function makeRoom(redis: Redis, key: string): Promise<void> {
  const kept = Object.entries(await redis.hgetall(key))
    .map(([field, json]) => ({ field, until: (JSON.parse(json) as Session).until }))
    .sort((left, right) => right.until - left.until)
  const over = kept.filter(({ until }, index) => until <= Date.now() || index >= maxSessions - 1)
  if (over.length > 0) await redis.hdel(key, ...over.map(({ field }) => field))
}

const idleKeyOf = (name: string): string => `panel:session-active:${name}`

const keyOf = (accountId: string): string => `panel:sessions:${accountId}`

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/

function read(cookie: string): { accountId: string; secret: string } | undefined {
  const [, accountId, secret] = shape.exec(cookie) ?? []
  return accountId === undefined || secret === undefined ? undefined : { accountId, secret }
}

async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw fault('unavailable', 'The session cannot be verified at the moment.', { retryAfterSeconds: 2, cause })
  }
}
