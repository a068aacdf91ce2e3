import { performance } from 'node:perf_hooks'
import type { Log } from '@pagebell/runtime/log'
import type { Commit } from './commit-group.ts'
import { findMarks, hashesAtOnce, type ScriptRunner, setMarks } from './marks.ts'

/** What the shield needs of Redis. The keys of one script must share a slot if it is a cluster. */
export type Cache = ScriptRunner & { isCluster: boolean }

/** What is known of a request before the database is asked. */
export type Look = { tooMany: boolean; chargedAt: (number | undefined)[] }

export type Shield = {
  /** Never throws: what Redis cannot say, the database decides. */
  look(group: Commit[]): Promise<Look[]>
  /** Marks URLs as charged for the rest of the window. Only for what is committed. */
  mark(charged: Charged[], windowBegan: number): void
}

/** What was charged of a request, as positions of its URLs, and when. */
export type Charged = { commit: Commit; fresh: number[]; chargedAt: number }

/** A URL of an account, by its hash. */
type Url = { accountId: string; hash: Buffer }

const rateWindowMs = 10_000
/** After a failure Redis is left alone for so long, so that a dead one costs a little only. */
const restMs = 1_000

/**
 * The cache in front of the ledger. Keys of an account share a slot of Redis Cluster. Every script is harmless to repeat but
 * for the rate counter, which then counts a request twice.
 */
export function createShield(cache: Cache, options: { windowMs: number; requestsPerMinute: number; log: Log }): Shield {
  let restUntil = 0
  const atMost = Math.ceil((options.requestsPerMinute * rateWindowMs) / 60_000)

  async function guarded<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (performance.now() < restUntil) return undefined
    try {
      return await work()
    } catch (error) {
      if (performance.now() >= restUntil) options.log.warn({ err: error }, 'the shield rests: Redis does not answer')
      restUntil = performance.now() + restMs
      return undefined
    }
  }

  /** What one script may be asked together. */
  const bySlot = <Item>(items: Item[], accountOf: (item: Item) => string): Item[][] =>
    cache.isCluster ? [...Map.groupBy(items, accountOf).values()] : [items]

  /** Of one slot. */
  async function lookUp(commits: Commit[]): Promise<Look[]> {
    const asked = commits.map((commit) => ({ commit, look: unseen(commit) }))
    const calls = callsByToken(asked)
    const turns = inTurns(asked.flatMap(({ commit, look }) => (usesMarks(commit) ? urlsOf(commit, look) : [])))
    // What is marked twice, because its first mark has ended, is found again in the later window.
    const window = windowOf(options.windowMs)
    const answers = await Promise.all(
      turns.map((accounts, turn) =>
        findMarks(cache, {
          counters: turn === 0 ? calls.map(([key, ofToken]) => ({ key, add: ofToken.length })) : [],
          keptMs: rateWindowMs * 2,
          asked: accounts.map(([accountId, urls]) => ({
            keys: [marksOf(accountId, window - 1), marksOf(accountId, window)],
            hashes: urls.map(({ hash }) => hash),
          })),
        }),
      ),
    )

    for (const [token, [, ofToken]] of calls.entries()) {
      const before = (answers[0]?.counts[token] ?? 0) - ofToken.length
      for (const [earlier, { look }] of ofToken.entries()) look.tooMany = before + earlier + 1 > atMost
    }
    for (const [turn, accounts] of turns.entries())
      for (const [number, [, urls]] of accounts.entries())
        for (const [place, chargedAt] of answers[turn]?.found[number] ?? []) urls[place]?.found(chargedAt)
    return asked.map(({ look }) => look)
  }

  return {
    async look(group) {
      const looks = group.map((): Look => ({ tooMany: false, chargedAt: [] }))
      await Promise.all(
        bySlot([...group.entries()], ([, { accountId }]) => accountId).map(async (slot) => {
          const found = await guarded(() => lookUp(slot.map(([, commit]) => commit)))
          for (const [place, look] of (found ?? []).entries()) looks[slot[place]?.[0] as number] = look
        }),
      )
      return looks
    },

    mark(charged, windowBegan) {
      const restOfWindow = Math.floor(options.windowMs - (performance.now() - windowBegan))
      if (restOfWindow < 1) return
      // By the clock and not by a duration: a Redis that hangs reads this seconds later, and the window does not wait.
      const until = Date.now() + restOfWindow
      const window = windowOf(options.windowMs)
      const end = (window + 2) * options.windowMs
      // What one transaction charged has one moment.
      for (const [chargedAt, same] of Map.groupBy(charged, (one) => one.chargedAt)) {
        for (const slot of bySlot(same, ({ commit }) => commit.accountId)) {
          for (const accounts of inTurns(slot.flatMap(freshUrls))) {
            const marked = accounts.map(([accountId, urls]) => ({
              key: marksOf(accountId, window),
              hashes: urls.map(({ hash }) => hash),
            }))
            if (marked.length > 0) void guarded(() => setMarks(cache, { chargedAt, until, end }, marked))
          }
        }
      }
    },
  }
}

/** By the key of the token's counter. */
function callsByToken<Call extends { commit: Commit }>(calls: Call[]): [key: string, calls: Call[]][] {
  const window = windowOf(rateWindowMs)
  const keyOf = ({ commit: { accountId, tokenHash } }: Call): string =>
    `rate:{${accountId}}:${tokenHash.toString('base64url')}:${window}`
  return [...Map.groupBy(calls, keyOf)]
}

// The answer to a key must come out the same again, so its URLs are judged by the ledger alone.
const usesMarks = (commit: Commit): boolean => commit.key === undefined

const unseen = (commit: Commit): Look => ({
  tooMany: false,
  chargedAt: usesMarks(commit) ? commit.urls.map(() => undefined) : [],
})

const urlsOf = ({ accountId, urls }: Commit, look: Look): (Url & { found(chargedAt: number): void })[] =>
  urls.map(({ hash }, position) => ({ accountId, hash, found: (chargedAt) => (look.chargedAt[position] = chargedAt) }))

const freshUrls = ({ commit: { accountId, urls }, fresh }: Charged): Url[] =>
  fresh.flatMap((position) => urls[position] ?? []).map(({ hash }) => ({ accountId, hash }))

/** By account, in portions for one script each; one portion at least. */
function inTurns<Asked extends Url>(urls: Asked[]): [accountId: string, urls: Asked[]][][] {
  const count = Math.max(1, Math.ceil(urls.length / hashesAtOnce))
  return Array.from({ length: count }, (_, turn) => {
    const portion = urls.slice(turn * hashesAtOnce, (turn + 1) * hashesAtOnce)
    return [...Map.groupBy(portion, ({ accountId }) => accountId)]
  })
}

/** Of which window of the clock it is now, counted from 1970. */
const windowOf = (windowMs: number): number => Math.floor(Date.now() / windowMs)

const marksOf = (accountId: string, window: number): string => `seen:{${accountId}}:${window}`
