import { describe, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import type { Commit } from './commit-group.ts'
import { judgeUrls } from './judge-urls.ts'
import { type Cache, type CachePipeline, createShield } from './shield.ts'

const log = createLog('shield test', 'silent')

/** A Redis of this test's own: its keys, those of each pipeline and script, and whether it answers. */
function cacheInMemory() {
  const keys = new Map<string, number>()
  const lifetimes = new Map<string, number>()
  const pipelines: string[][] = []
  const state = { away: false }
  const pipeline = (): CachePipeline => {
    const replies: unknown[] = []
    const touched: string[] = []
    pipelines.push(touched)
    return {
      mget: (names) => {
        touched.push(...names)
        replies.push(names.map((name) => keys.get(name)?.toString() ?? null))
      },
      incr: (name) => {
        touched.push(name)
        keys.set(name, (keys.get(name) ?? 0) + 1)
        replies.push(keys.get(name))
      },
      pexpire: (name, milliseconds) => {
        lifetimes.set(name, milliseconds)
        replies.push(1)
      },
      async exec() {
        if (state.away) throw new Error('away')
        return replies.map((reply) => [null, reply])
      },
    }
  }
  const setMarks: Cache['eval'] = async (_script, count, ...given) => {
    const names = given.slice(0, count).map(String)
    pipelines.push(names)
    if (state.away) throw new Error('away')
    const [value, untilMs] = given.slice(count).map(Number)
    for (const name of names) {
      keys.set(name, value ?? Number.NaN)
      lifetimes.set(name, (untilMs ?? Number.NaN) - Date.now())
    }
  }
  return { pipeline, eval: setMarks, keys, lifetimes, pipelines, state }
}

function commitOf(accountId: string, urls: string[], key?: string): Commit {
  return {
    tokenHash: Buffer.from(`token of ${accountId}`),
    accountId,
    projectId: 'p',
    project: 'example.com',
    batchId: 'b',
    key,
    requestHash: undefined,
    channel: 'indexnow',
    action: 'update',
    urls: judgeUrls(urls, 'example.com', ['indexnow'], 'update').own,
    known: 0,
    rejected: 0,
    dryRun: false,
    traceparent: undefined,
  }
}

const a = 'https://example.com/a'
const b = 'https://example.com/b'

function shielded(requestsPerMinute = 600) {
  const cache = cacheInMemory()
  return { cache, shield: createShield(cache, { windowMs: 600_000, requestsPerMinute, log }) }
}

describe('the shield', () => {
  it('knows a URL only once it is marked, with the moment of its charge', async () => {
    const { shield } = shielded()
    const commit = commitOf('1', [a, b])
    expect(await shield.look([commit])).toEqual([{ tooMany: false, chargedAt: [undefined, undefined] }])
    shield.mark([{ commit, fresh: [1], chargedAt: 1234 }], performance.now())
    expect(await shield.look([commit])).toEqual([{ tooMany: false, chargedAt: [undefined, 1234] }])
  })

  it('lets a mark live no longer than the window that began with the charge', () => {
    const { cache, shield } = shielded()
    const commit = commitOf('1', [a])
    shield.mark([{ commit, fresh: [0], chargedAt: 1 }], performance.now() - 590_000)
    const [lifetime] = [...cache.lifetimes].filter(([name]) => name.startsWith('seen')).map(([, ms]) => ms)
    expect(lifetime).toBeGreaterThan(9_000)
    expect(lifetime).toBeLessThanOrEqual(10_000)
    shield.mark([{ commit, fresh: [0], chargedAt: 1 }], performance.now() - 600_000)
    expect(cache.pipelines).toHaveLength(1)
  })

  it('marks all that a group has charged an account in one go', () => {
    const { cache, shield } = shielded()
    const charged = [a, b].map((url) => ({ commit: commitOf('1', [url]), fresh: [0], chargedAt: 7 }))
    const of2 = { commit: commitOf('2', [a]), fresh: [0], chargedAt: 7 }
    shield.mark([...charged, of2], performance.now())
    expect(cache.pipelines.map((touched) => touched.length)).toEqual([2, 1])
  })

  it('marks a large batch in portions, so that Redis has time for others', () => {
    const { cache, shield } = shielded()
    const urls = Array.from({ length: 2_500 }, (_, n) => `${a}/${n}`)
    shield.mark([{ commit: commitOf('1', urls), fresh: [...urls.keys()], chargedAt: 7 }], performance.now())
    expect(cache.pipelines.map((touched) => touched.length)).toEqual([1_000, 1_000, 500])
  })

  it('tells accounts apart, and asks each one’s slot of a cluster by itself', async () => {
    const { cache, shield } = shielded()
    shield.mark([{ commit: commitOf('1', [a]), fresh: [0], chargedAt: 7 }], performance.now())
    const looks = await shield.look([commitOf('1', [a]), commitOf('2', [a]), commitOf('1', [b])])
    expect(looks.map(({ chargedAt }) => chargedAt)).toEqual([[7], [undefined], [undefined]])
    for (const touched of cache.pipelines) {
      expect(new Set(touched.map((name) => /\{(.*?)\}/.exec(name)?.[1])).size).toBe(1)
    }
  })

  it('leaves requests with an Idempotency-Key to the ledger, whose answer comes out the same again', async () => {
    const { shield } = shielded()
    shield.mark([{ commit: commitOf('1', [a]), fresh: [0], chargedAt: 7 }], performance.now())
    expect(await shield.look([commitOf('1', [a], 'once')])).toEqual([{ tooMany: false, chargedAt: [] }])
  })

  it('holds back the token that asks too often, and no other', async () => {
    const { shield } = shielded(60)
    const looks = await shield.look(Array.from({ length: 11 }, () => commitOf('1', [a])))
    expect(looks.map(({ tooMany }) => tooMany)).toEqual([...Array.from({ length: 10 }, () => false), true])
    expect(await shield.look([commitOf('2', [a])])).toMatchObject([{ tooMany: false }])
  })

  it('says nothing while Redis is away, and leaves it alone for a moment', async () => {
    const { cache, shield } = shielded()
    const commit = commitOf('1', [a])
    shield.mark([{ commit, fresh: [0], chargedAt: 7 }], performance.now())
    cache.state.away = true
    const asked = () => cache.pipelines.length
    expect(await shield.look([commit])).toEqual([{ tooMany: false, chargedAt: [] }])
    const before = asked()
    cache.state.away = false
    expect(await shield.look([commit])).toEqual([{ tooMany: false, chargedAt: [] }])
    expect(asked()).toBe(before)
  })
})
