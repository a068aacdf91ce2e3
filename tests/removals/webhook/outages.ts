import type { Removal } from '../removal.ts'

/** What an answer is worth while a server is away. */
export const outages: readonly Removal[] = [
  {
    promise: 'Redis away or silent: 202, duplicates are found',
    file: 'services/intake/src/shield.ts',
    find: 'restUntil = performance.now() + restMs\n      return undefined',
    put: 'throw error',
  },
  {
    promise: 'Redis flushed: PostgreSQL decides alone',
    file: 'services/intake/migrations/0011-fewer-statements.sql',
    find: '    where s.charged_at <= moment - p_window;',
    put: '    where true;',
  },
  {
    promise: 'a mark means committed',
    file: 'services/intake/src/commit-requests.ts',
    find: '    const outcomes = await commitGroup(',
    put: '    shield.mark(group.map(({ commit }) => ({ commit, fresh: [...commit.urls.keys()], chargedAt: Date.now() })), began)\n    const outcomes = await commitGroup(',
  },
  {
    promise: "an account's marks share a slot of Redis Cluster",
    file: 'services/intake/src/shield.ts',
    find: '`seen:{${accountId}}:${window}`',
    put: '`seen:${window}`',
  },
  {
    promise: 'a runaway token: 429 with Retry-After, others untouched',
    file: 'services/intake/src/shield.ts',
    find: 'before + earlier + 1 > atMost',
    put: 'before + earlier + 1 > atMost * 1_000',
  },
  {
    promise: 'PostgreSQL cut, frozen or mute: 503 within 3 s with Retry-After',
    file: 'services/intake/src/in-time.ts',
    find: 'export const answerWithinMs = 2_700',
    put: 'export const answerWithinMs = 12_700',
  },
  {
    promise: '`outcome` tells none where nothing happened',
    file: 'libs/postgres/src/database.ts',
    find: "throw asFault(error, 'none')",
    put: "throw asFault(error, 'unknown')",
  },
  {
    promise: "`outcome` tells unknown where the commit's answer was lost, and the same again costs nothing more",
    file: 'services/intake/src/commit-requests.ts',
    find: "late: (begun) => databaseIsLate(begun ? 'unknown' : 'none'),",
    put: "late: () => databaseIsLate('none'),",
  },
]
