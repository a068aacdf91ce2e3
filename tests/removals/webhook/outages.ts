import type { Removal } from '../removal.ts'

/** What an answer is worth while a server is away. */
export const outages: readonly Removal[] = [
  {
    promise: 'Redis away or silent: 202, duplicates are found',
    in: 'services/intake',
    find: 'cooldownUntil = performance.now() + cooldownMs\n      return undefined',
    put: 'throw error',
  },
  {
    promise: 'Redis flushed: PostgreSQL decides alone',
    in: 'services/intake',
    find: 's.charged_at <= moment - p_window or s.is_deletion',
    put: 'true or s.is_deletion',
  },
  {
    promise: 'a mark means committed',
    in: 'services/intake',
    find: 'const outcomes = await commitGroup(',
    put: 'options.dedupeCache.remember(group.map(({ commit }) => ({ commit, fresh: [...commit.urls.keys()], chargedAt: Date.now() })), began)\n    const outcomes = await commitGroup(',
  },
  {
    promise: "an account's marks share a slot of Redis Cluster",
    in: 'services/intake',
    find: '`seen:{${accountId}}:${window}`',
    put: '`seen:${window}`',
  },
  {
    promise: 'a runaway token: 429 with Retry-After, others untouched',
    in: 'services/intake',
    find: 'before + earlier + 1 > allowed',
    put: 'before + earlier + 1 > allowed * 1_000',
  },
  {
    promise: "the plan's limit of requests a minute, over all tokens of an account",
    in: 'services/intake',
    find: 'return [...ofTokens, ...ofAccounts]',
    put: 'return ofAccounts.length < 0 ? [] : ofTokens',
  },
  {
    promise: 'Redis away or full: the limits of requests hold all the same',
    in: 'services/intake',
    find: 'lookup.rateLimited ||= countHere(key) > allowed',
    put: 'lookup.rateLimited ||= countHere(key) < 0 && allowed > 0',
  },
  {
    promise: 'PostgreSQL cut, frozen or mute: 503 within 3 s with Retry-After',
    in: 'services/intake',
    find: 'export const answerTimeoutMs = 2_700',
    put: 'export const answerTimeoutMs = 12_700',
  },
  {
    promise: '`outcome` tells none where nothing happened',
    in: 'libs/postgres',
    find: "const client = await pool.connect().catch((error: unknown) => { throw asFault(error, 'none') })",
    put: "const client = await pool.connect().catch((error: unknown) => { throw asFault(error, 'unknown') })",
  },
  {
    promise: "`outcome` tells unknown where the commit's answer was lost, and the same again costs nothing more",
    in: 'services/intake',
    find: "onTimeout: (started) => databaseTimeout(started ? 'unknown' : 'none'),",
    put: "onTimeout: () => databaseTimeout('none'),",
  },
]
