import type { Removal } from '../removal.ts'

/** What an answer is worth while a server is away. */
export const outages: readonly Removal[] = [
  {
    promise: 'Redis away or silent: 202, duplicates are found',
    file: 'services/intake/src/submissions/dedupe-cache.ts',
    find: 'cooldownUntil = performance.now() + cooldownMs\n      return undefined',
    put: 'throw error',
  },
  {
    promise: 'Redis flushed: PostgreSQL decides alone',
    file: 'services/intake/migrations/0013-duplicates-make-no-batch.sql',
    find: '    where s.charged_at <= moment - p_window;',
    put: '    where true;',
  },
  {
    promise: 'a mark means committed',
    file: 'services/intake/src/submissions/group-commit.ts',
    find: '    const outcomes = await commitGroup(',
    put: '    dedupeCache.remember(group.map(({ commit }) => ({ commit, fresh: [...commit.urls.keys()], chargedAt: Date.now() })), began)\n    const outcomes = await commitGroup(',
  },
  {
    promise: "an account's marks share a slot of Redis Cluster",
    file: 'services/intake/src/submissions/dedupe-cache.ts',
    find: '`seen:{${accountId}}:${window}`',
    put: '`seen:${window}`',
  },
  {
    promise: 'a runaway token: 429 with Retry-After, others untouched',
    file: 'services/intake/src/submissions/dedupe-cache.ts',
    find: 'before + earlier + 1 > allowed',
    put: 'before + earlier + 1 > allowed * 1_000',
  },
  {
    promise: "the plan's limit of requests a minute, over all tokens of an account",
    file: 'services/intake/src/submissions/request-rates.ts',
    find: 'return [...ofTokens, ...ofAccounts]',
    put: 'return ofAccounts.length < 0 ? [] : ofTokens',
  },
  {
    promise: 'Redis away or full: the limits of requests hold all the same',
    file: 'services/intake/src/submissions/dedupe-cache.ts',
    find: 'lookup.rateLimited ||= countHere(key) > allowed',
    put: 'lookup.rateLimited ||= countHere(key) < 0 && allowed > 0',
  },
  {
    promise: 'PostgreSQL cut, frozen or mute: 503 within 3 s with Retry-After',
    file: 'services/intake/src/time-limit.ts',
    find: 'export const answerTimeoutMs = 2_700',
    put: 'export const answerTimeoutMs = 12_700',
  },
  {
    promise: '`outcome` tells none where nothing happened',
    file: 'libs/postgres/src/database.ts',
    find: "throw asFault(error, 'none')",
    put: "throw asFault(error, 'unknown')",
  },
  {
    promise: "`outcome` tells unknown where the commit's answer was lost, and the same again costs nothing more",
    file: 'services/intake/src/submissions/group-commit.ts',
    find: "onTimeout: (started) => databaseTimeout(started ? 'unknown' : 'none'),",
    put: "onTimeout: () => databaseTimeout('none'),",
  },
]
