import { performance } from 'node:perf_hooks'
import type { Log } from '@pagebell/runtime/log'
import type { Commit } from './commit-group.ts'

/** What the shield needs of Redis. */
export type Cache = {
  pipeline(): CachePipeline
  eval(script: string, numberOfKeys: number, ...keysAndArguments: (string | number)[]): Promise<unknown>
}
export type CachePipeline = {
  mget(keys: string[]): unknown
  incr(key: string): unknown
  pexpire(key: string, milliseconds: number, condition: 'NX'): unknown
  exec(): Promise<[error: Error | null, result: unknown][] | null>
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

/** One command for many marks, which as commands of their own cost more than all the rest of a large request. */
const setMarks = "for _, key in ipairs(KEYS) do redis.call('set', key, ARGV[1], 'PXAT', ARGV[2]) end"
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

  async function lookUp(group: Commit[]): Promise<Look[]> {
    const pipeline = cache.pipeline()
    const window = Math.floor(Date.now() / rateWindowMs)
    for (const commit of group) {
      const rate = `rate:{${commit.accountId}}:${commit.tokenHash.toString('base64url')}:${window}`
      pipeline.incr(rate)
      pipeline.pexpire(rate, rateWindowMs * 2, 'NX')
      if (usesMarks(commit)) pipeline.mget(commit.urls.map((one) => markOf(commit, one.hash)))
    }
    const replies = results(await pipeline.exec())
    let next = 0
    return group.map((commit) => {
      const count = Number(replies[next])
      const marks = usesMarks(commit) ? (replies[next + 2] as (string | null)[]) : []
      next += usesMarks(commit) ? 3 : 2
      return { tooMany: count > atMost, chargedAt: marks.map((mark) => (mark === null ? undefined : Number(mark))) }
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
      // What one transaction charged has one moment, and an account one slot.
      for (const same of Map.groupBy(charged, (one) => `${one.commit.accountId} ${one.chargedAt}`).values()) {
        const marks = same.flatMap(({ commit, fresh }) =>
          fresh.flatMap((position) => {
            const own = commit.urls[position]
            return own === undefined ? [] : markOf(commit, own.hash)
          }),
        )
        for (let done = 0; done < marks.length; done += marksAtOnce) {
          const part = marks.slice(done, done + marksAtOnce)
          void guarded(() => cache.eval(setMarks, part.length, ...part, same[0]?.chargedAt ?? 0, until))
        }
      }
    },
  }
}

// The answer to a key must come out the same again, so its URLs are judged by the ledger alone.
const usesMarks = (commit: Commit): boolean => commit.key === undefined && commit.urls.length > 0

const markOf = (commit: Commit, hash: Buffer): string => `seen:{${commit.accountId}}:${hash.toString('base64url')}`

function results(replies: [error: Error | null, result: unknown][] | null): unknown[] {
  return (replies ?? []).map(([error, result]) => {
    if (error !== null) throw error
    return result
  })
}
