import { performance } from 'node:perf_hooks'
import type { Log } from '@pagebell/runtime/log'
import type { DedupeLookup, LookupRequest, SubmissionCommit } from './commit.ts'
import { findEntries, maxHashesPerScript, type ScriptRunner, setEntries } from './dedupe-scripts.ts'
import { countLocally, type RateCounter, rateCounters, rateWindowMs } from './request-rates.ts'

/** What the cache needs of Redis. The keys of one script must share a slot if it is a cluster. */
export type DedupeRedis = ScriptRunner & { isCluster: boolean }

/** What was charged of a request, as positions of its URLs, and when. */
export type Charged = { commit: SubmissionCommit; fresh: number[]; chargedAt: number }

export type DedupeCache = {
  /**
   * Counts each request. Never throws: what Redis cannot say the database decides, and this process counts for itself.
   */
  lookup(requests: LookupRequest[]): Promise<DedupeLookup[]>
  /** Remembers updates as charged for the rest of the window. Only for what is committed. */
  remember(charged: Charged[], windowBegan: number): void
}

type CacheOptions = { windowMs: number; requestsPerMinute: number; log: Log }
type AccountHash = { accountId: string; hash: Buffer }

/** After a failure Redis is left alone for this long, so that an outage costs little. */
const cooldownMs = 1_000

/**
 * The cache of updates in front of the dedupe window, with the counters of requests. It may have entries whose window
 * an accepted deletion has ended; the commit finds out (`stale_cache`). Keys of an account share a slot of Redis
 * Cluster. Every script is harmless to repeat, except that the rate counter then counts a request twice.
 */
export function createDedupeCache(redis: DedupeRedis, options: CacheOptions): DedupeCache {
  let cooldownUntil = 0
  const countHere = countLocally()

  /** Without Redis: an account that fills it gains nothing. */
  function lookupLocally(requests: LookupRequest[]): DedupeLookup[] {
    const calls = requests.map((request) => ({
      request,
      lookup: { rateLimited: false, chargedAt: [] } as DedupeLookup,
    }))
    for (const { key, allowed, calls: counted } of rateCounters(calls, options.requestsPerMinute))
      for (const { lookup } of counted) lookup.rateLimited ||= countHere(key) > allowed
    return calls.map(({ lookup }) => lookup)
  }

  async function unlessDown<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (performance.now() < cooldownUntil) return undefined
    try {
      return await work()
    } catch (error) {
      if (performance.now() >= cooldownUntil) options.log.warn({ err: error }, 'Redis does not answer: no dedupe cache')
      cooldownUntil = performance.now() + cooldownMs
      return undefined
    }
  }

  /** Groups what one script may be given. */
  const bySlot = <Item>(items: Item[], accountOf: (item: Item) => string): Item[][] =>
    redis.isCluster ? [...Map.groupBy(items, accountOf).values()] : [items]

  /** Requests of one slot. */
  async function lookupInRedis(requests: LookupRequest[]): Promise<DedupeLookup[]> {
    const calls = requests.map((request) => ({ request, lookup: emptyLookup(request) }))
    const rates = rateCounters(calls, options.requestsPerMinute)
    const portions = inPortions(
      calls.flatMap(({ request, lookup }) => (usesCache(request) ? toHashes(request, lookup) : [])),
    )
    // A URL that was charged again after its first entry expired is found in the later window too.
    const window = windowOf(options.windowMs)
    const answers = await Promise.all(
      portions.map((accounts, portion) =>
        findEntries(redis, {
          counters: portion === 0 ? rates.map(({ key, calls: counted }) => ({ key, add: counted.length })) : [],
          ttlMs: rateWindowMs * 2,
          lookups: accounts.map(([accountId, urls]) => ({
            keys: [entriesKey(accountId, window - 1), entriesKey(accountId, window)],
            hashes: urls.map(({ hash }) => hash),
          })),
        }),
      ),
    )

    applyRates(rates, answers[0]?.counts ?? [])
    for (const [portion, accounts] of portions.entries())
      for (const [number, [, urls]] of accounts.entries())
        for (const [position, chargedAt] of answers[portion]?.found[number] ?? []) urls[position]?.found(chargedAt)
    return calls.map(({ lookup }) => lookup)
  }

  return {
    async lookup(requests) {
      const lookups = requests.map((): DedupeLookup => ({ rateLimited: false, chargedAt: [] }))
      await Promise.all(
        bySlot([...requests.entries()], ([, { accountId }]) => accountId).map(async (slot) => {
          const ofSlot = slot.map(([, request]) => request)
          const found = (await unlessDown(() => lookupInRedis(ofSlot))) ?? lookupLocally(ofSlot)
          for (const [place, [position]] of slot.entries()) lookups[position] = found[place] as DedupeLookup
        }),
      )
      return lookups
    },

    remember(charged, windowBegan) {
      const restOfWindow = Math.floor(options.windowMs - (performance.now() - windowBegan))
      if (restOfWindow < 1) return
      // By the clock and not by a duration: a Redis that hangs reads this seconds later, and the window does not wait.
      const until = Date.now() + restOfWindow
      const window = windowOf(options.windowMs)
      const end = (window + 2) * options.windowMs
      // What one transaction charged has one moment.
      const updates = charged.filter(({ commit }) => commit.action === 'update')
      for (const [chargedAt, same] of Map.groupBy(updates, (one) => one.chargedAt)) {
        for (const slot of bySlot(same, ({ commit }) => commit.accountId)) {
          for (const accounts of inPortions(slot.flatMap(freshHashes))) {
            const entries = accounts.map(([accountId, urls]) => ({
              key: entriesKey(accountId, window),
              hashes: urls.map(({ hash }) => hash),
            }))
            if (entries.length > 0) void unlessDown(() => setEntries(redis, { chargedAt, until, end }, entries))
          }
        }
      }
    },
  }
}

function applyRates(rates: RateCounter[], counts: number[]): void {
  for (const [place, { allowed, calls }] of rates.entries()) {
    const before = (counts[place] ?? 0) - calls.length
    for (const [earlier, { lookup }] of calls.entries()) lookup.rateLimited ||= before + earlier + 1 > allowed
  }
}

// The answer to an Idempotency-Key must come out the same again, so its URLs are judged by the database alone.
// Deletions are rare and end the window of updates, of which only the database can be sure.
const usesCache = ({ key, action }: LookupRequest): boolean => key === undefined && action === 'update'

const emptyLookup = (request: LookupRequest): DedupeLookup => ({
  rateLimited: false,
  chargedAt: usesCache(request) ? request.urls.map(() => undefined) : [],
})

const toHashes = (
  { accountId, urls }: LookupRequest,
  lookup: DedupeLookup,
): (AccountHash & { found(chargedAt: number): void })[] =>
  urls.map(({ hash }, position) => ({
    accountId,
    hash,
    found: (chargedAt) => (lookup.chargedAt[position] = chargedAt),
  }))

const freshHashes = ({ commit: { accountId, urls }, fresh }: Charged): AccountHash[] =>
  fresh.flatMap((position) => urls[position] ?? []).map(({ hash }) => ({ accountId, hash }))

/** By account, in portions for one script each; one portion at least. */
function inPortions<Item extends AccountHash>(urls: Item[]): [accountId: string, urls: Item[]][][] {
  const count = Math.max(1, Math.ceil(urls.length / maxHashesPerScript))
  return Array.from({ length: count }, (_, number) => {
    const portion = urls.slice(number * maxHashesPerScript, (number + 1) * maxHashesPerScript)
    return [...Map.groupBy(portion, ({ accountId }) => accountId)]
  })
}

/** The number of the current window of the clock, counted from 1970. */
const windowOf = (windowMs: number): number => Math.floor(Date.now() / windowMs)

const entriesKey = (accountId: string, window: number): string => `seen:{${accountId}}:${window}`
