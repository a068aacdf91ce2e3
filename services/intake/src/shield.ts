import { performance } from 'node:perf_hooks'
import type { connectRedis } from '@pagebell/redis/redis'
import type { Log } from '@pagebell/runtime/log'
import type { Commit } from './commit-group.ts'

/** What the shield needs of Redis. */
export type Cache = Pick<ReturnType<typeof connectRedis>, 'pipeline'> & {
  eval(script: string, numberOfKeys: number, key: string, ...given: (string | number | Buffer)[]): Promise<unknown>
}

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

// Marks are fields of a hash for each window of the clock, with the URL's hash of 16 bytes as name and the moments of the
// charge and of its end as value. A key of its own for each URL took Redis twice as long, and a command for each
// took this process a third of a request with a hundred URLs.
const hashBytes = 16
const setMarks = `
  local pairs = {}
  for at = 1, #ARGV[1], ${hashBytes} do
    pairs[#pairs + 1] = string.sub(ARGV[1], at, at + ${hashBytes - 1})
    pairs[#pairs + 1] = ARGV[2]
  end
  redis.call('hset', KEYS[1], unpack(pairs))
  redis.call('pexpireat', KEYS[1], ARGV[3])`
/** Answers places, from 0, and moments of charge: `[place, moment, place, moment …]`. */
const findMarks = `
  local time = redis.call('time')
  local now = time[1] * 1000 + time[2] / 1000
  local hashes = {}
  for at = 1, #ARGV[1], ${hashBytes} do hashes[#hashes + 1] = string.sub(ARGV[1], at, at + ${hashBytes - 1}) end
  local found = {}
  for _, key in ipairs(KEYS) do
    for place, mark in ipairs(redis.call('hmget', key, unpack(hashes))) do
      local charged, till = string.match(mark or '', '^(%d+) (%d+)$')
      if till and tonumber(till) > now then
        found[#found + 1] = place - 1
        found[#found + 1] = charged
      end
    end
  end
  return found`
/** Redis does nothing else while a script runs. */
const marksAtOnce = 1_000

const rateWindowMs = 10_000
/** After a failure Redis is left alone for so long, so that a dead one costs a little only. */
const restMs = 1_000

/**
 * The cache in front of the ledger. Keys of an account share a slot of Redis Cluster. Every command is harmless to
 * repeat but for the rate counter, which then counts a request twice.
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

  /** Of one account. */
  async function lookUp(commits: Commit[]): Promise<Look[]> {
    const pipeline = cache.pipeline()
    const counted = countCalls(pipeline, commits)
    const hashes = commits.flatMap((commit) => (usesMarks(commit) ? commit.urls.map(({ hash }) => hash) : []))
    // What is marked twice, because its first mark has ended, is found again in the later window.
    const window = windowOf(options.windowMs)
    const keys = [window - 1, window].map((one) => marksOf(commits[0], one))
    const parts = portions(hashes)
    for (const part of parts) pipeline.eval(findMarks, keys.length, ...keys, Buffer.concat(part))
    const replies = results(await pipeline.exec())

    const marks: (number | undefined)[] = Array.from({ length: hashes.length })
    for (const [part, found] of (replies.slice(replies.length - parts.length) as (string | number)[][]).entries())
      for (let at = 0; at < found.length; at += 2) marks[part * marksAtOnce + Number(found[at])] = Number(found[at + 1])
    let next = 0
    return commits.map((commit, index) => {
      const from = next
      next += usesMarks(commit) ? commit.urls.length : 0
      return { tooMany: counted(replies, index) > atMost, chargedAt: marks.slice(from, next) }
    })
  }

  return {
    async look(group) {
      const looks: Look[] = Array.from({ length: group.length })
      const accounts = Map.groupBy(group.keys(), (index) => group[index]?.accountId)
      await Promise.all(
        [...accounts.values()].map(async (indexes) => {
          const commits = indexes.flatMap((index) => group[index] ?? [])
          const found = await guarded(() => lookUp(commits))
          for (const [place, index] of indexes.entries())
            looks[index] = found?.[place] ?? { tooMany: false, chargedAt: [] }
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
      // What one transaction charged has one moment, and an account one slot.
      for (const same of Map.groupBy(charged, (one) => `${one.commit.accountId} ${one.chargedAt}`).values()) {
        const key = marksOf(same[0]?.commit, window)
        const value = `${same[0]?.chargedAt} ${until}`
        const hashes = same.flatMap(({ commit, fresh }) =>
          fresh.flatMap((position) => commit.urls[position]?.hash ?? []),
        )
        for (const part of portions(hashes))
          void guarded(() => cache.eval(setMarks, 1, key, Buffer.concat(part), value, end))
      }
    },
  }
}

/** Counts the calls of each token; answers how many there were in this window with the one of this index. */
function countCalls(pipeline: ReturnType<Cache['pipeline']>, commits: Commit[]) {
  const window = windowOf(rateWindowMs)
  const places = new Map<number, { reply: number; earlier: number; calls: number }>()
  const tokens = Map.groupBy(commits.keys(), (index) => commits[index]?.tokenHash.toString('base64url'))
  for (const [token, indexes] of tokens) {
    const key = `rate:{${commits[0]?.accountId}}:${token}:${window}`
    for (const [earlier, index] of indexes.entries())
      places.set(index, { reply: pipeline.length, earlier, calls: indexes.length })
    pipeline.incrby(key, indexes.length)
    pipeline.pexpire(key, rateWindowMs * 2, 'NX')
  }
  return (replies: unknown[], index: number): number => {
    const { reply = 0, earlier = 0, calls = 0 } = places.get(index) ?? {}
    return Number(replies[reply]) - calls + earlier + 1
  }
}

// The answer to a key must come out the same again, so its URLs are judged by the ledger alone.
const usesMarks = (commit: Commit): boolean => commit.key === undefined && commit.urls.length > 0

/** Of which window of the clock it is now, counted from 1970. */
const windowOf = (windowMs: number): number => Math.floor(Date.now() / windowMs)

const marksOf = (commit: Commit | undefined, window: number): string => `seen:{${commit?.accountId}}:${window}`

function portions<Item>(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / marksAtOnce)
  return Array.from({ length: count }, (_, part) => items.slice(part * marksAtOnce, (part + 1) * marksAtOnce))
}

function results(replies: [error: Error | null, result: unknown][] | null): unknown[] {
  return (replies ?? []).map(([error, result]) => {
    if (error !== null) throw error
    return result
  })
}
