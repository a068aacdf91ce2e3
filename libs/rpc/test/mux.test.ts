import { describe, expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { createLog } from '@pagebell/runtime/log'
import { currentTraceparent, inTrace } from '@pagebell/runtime/trace'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import { connectRpc, type RpcClient } from '../src/connect-rpc.ts'
import { Channels } from '../src/contracts.ts'
import { type Handler, implement, serveRpc } from '../src/serve-rpc.ts'
import { servePlainly } from './serve-plainly.ts'

// What holds for every call stands in rpc.test.ts. Here: what many calls on one stream could do to each other.

const log = createLog('probe', 'silent')
const internalToken = 'a secret between services'
type GetKey = Handler<typeof Channels, 'getIndexNowKey'>
type Client = RpcClient<typeof Channels>

const serve = (getIndexNowKey: GetKey, port = 0) =>
  serveRpc({ port, internalToken, log, services: [implement(Channels, { getIndexNowKey })] })

const connect = (...ports: number[]) =>
  connectRpc(Channels, { address: ports.map((port) => `127.0.0.1:${port}`).join(','), internalToken })

const asked = { account_id: 'a', project_id: 'p', host: 'example.com' }
// A busy machine is no reason to fail: deadlines are short only where they are what a test is about.
const ask = (channels: Client, host: string, options: { deadlineMs?: number; signal?: AbortSignal } = {}) =>
  channels.getIndexNowKey({ ...asked, host }, { deadlineMs: 30_000, ...options })

const turn = () => new Promise((resolve) => setImmediate(resolve))
const turns = async (count: number) => {
  for (let done = 0; done < count; done++) await turn()
}
const failed = (settled: PromiseSettledResult<unknown>[]) => settled.filter(({ status }) => status === 'rejected')

/** Calls in parallel until stopped; returns what went wrong. */
function pester(channels: Client) {
  let stopped = false
  let answered = 0
  const wrong: unknown[] = []
  const one = async (_: unknown, side: number): Promise<void> => {
    for (let number = 0; !stopped; number++) {
      const host = `${side} ${number}`
      const { key } = await ask(channels, host, { deadlineMs: 10_000 }).catch((error: Error) => ({ key: error }))
      if (key !== host) return void wrong.push(key)
      answered++
    }
  }
  const sides = Promise.all(Array.from({ length: 20 }, one))
  return {
    answered: () => answered,
    async stop() {
      stopped = true
      await sides
      return wrong
    },
  }
}

describe('many calls on one stream', () => {
  it('are answered each with its own reply, whatever the order', async () => {
    await using server = await serve(async ({ account_id, host }) => {
      if (Number(host) % 3 === 0) await turns(Number(host) % 7)
      if (Number(host) % 5 === 0) throw fault('invalid', host, { code: `refused_${host}`, details: { account_id } })
      return { key: `${account_id} ${host}` }
    })
    await using channels = connect(server.port)
    const calls = Array.from({ length: 1_000 }, async (_, number) => {
      const account_id = `account ${number}`
      const call = channels.getIndexNowKey({ ...asked, account_id, host: String(number) }, { deadlineMs: 30_000 })
      if (number % 5 === 0) {
        await expect(call).rejects.toMatchObject({ code: `refused_${number}`, details: { account_id } })
      } else expect((await call).key).toBe(`${account_id} ${number}`)
    })
    await Promise.all(calls)
  })

  it('share one connection', async () => {
    await using server = await serve(async ({ host }) => ({ key: host }))
    await using wire = await startTcpProxy(`127.0.0.1:${server.port}`)
    await using channels = connect(wire.port)
    await Promise.all(Array.from({ length: 500 }, (_, number) => ask(channels, String(number))))
    expect(wire.connections()).toBe(1)
  })

  it('keep their traces apart', async () => {
    await using server = await serve(async () => {
      await turn()
      return { key: currentTraceparent() }
    })
    await using channels = connect(server.port)
    const traces = Array.from({ length: 50 }, (_, n) => `00-${String(n + 1).padStart(32, '0')}-00f067aa0ba902b7-01`)
    const seen = await Promise.all(traces.map((one) => inTrace(one, () => ask(channels, 'x'))))
    expect(seen.map(({ key }) => key)).toEqual(traces)
  })

  it('are cancelled one by one', async () => {
    const begun: string[] = []
    const aborted: string[] = []
    const finish = Promise.withResolvers<void>()
    await using server = await serve(async ({ host }, { signal }) => {
      begun.push(host)
      signal.addEventListener('abort', () => aborted.push(host))
      await finish.promise
      return { key: host }
    })
    await using channels = connect(server.port)
    const cancelling = new AbortController()
    const cancelled = ask(channels, 'cancelled', { signal: cancelling.signal })
    const kept = ask(channels, 'kept')
    await until('both have begun', () => begun.length === 2)
    cancelling.abort()
    await expect(cancelled).rejects.toMatchObject({ kind: 'unavailable' })
    await until('the server has heard', () => aborted.length > 0)
    finish.resolve()
    expect((await kept).key).toBe('kept')
    expect(aborted).toEqual(['cancelled'])
  })

  it('that are cancelled in the turn in which they are made never reach the server', async () => {
    const begun: string[] = []
    await using server = await serve(async ({ host }) => {
      begun.push(host)
      return { key: host }
    })
    await using channels = connect(server.port)
    await ask(channels, 'first')
    const cancelling = new AbortController()
    const cancelled = ask(channels, 'cancelled', { signal: cancelling.signal })
    cancelling.abort()
    await expect(cancelled).rejects.toMatchObject({ kind: 'unavailable' })
    await ask(channels, 'second')
    expect(begun).toEqual(['first', 'second'])
  })

  it('each end at their own deadline', async () => {
    const aborted: string[] = []
    await using server = await serve(async ({ host }, { signal }) => {
      if (host === 'quick') return { key: host }
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(host)
          reject(signal.reason)
        })
      })
    })
    await using channels = connect(server.port)
    const slow = ask(channels, 'slow', { deadlineMs: 50 })
    const slower = ask(channels, 'slower', { deadlineMs: 400 })
    await expect(slow).rejects.toMatchObject({ kind: 'unavailable' })
    expect((await ask(channels, 'quick')).key).toBe('quick')
    await expect(slower).rejects.toMatchObject({ kind: 'unavailable' })
    await until('the server has given both up', () => aborted.length === 2)
    expect(aborted).toEqual(['slow', 'slower'])
  })

  it('may be large, and one that is too large harms no other', async () => {
    await using server = await serve(async ({ host }) => ({ key: host.slice(1).repeat(Number(host[0])) }))
    await using channels = connect(server.port)
    const large = 'x'.repeat(6_000_000)
    const [small, echoed, answerTooLarge, requestTooLarge] = await Promise.allSettled([
      ask(channels, '1small'),
      ask(channels, `1${large}`),
      ask(channels, `3${large}`),
      ask(channels, `1${large.repeat(3)}`),
    ])
    expect(small).toMatchObject({ value: { key: 'small' } })
    expect(echoed.status === 'fulfilled' && echoed.value.key === large).toBe(true)
    expect(answerTooLarge).toMatchObject({ reason: { kind: 'internal' } })
    expect(requestTooLarge).toMatchObject({ reason: { kind: 'internal' } })
  })

  it('are refused by the server beyond ten thousand, and no call before them', async () => {
    const finish = Promise.withResolvers<void>()
    let begun = 0
    await using server = await serve(async ({ host }) => {
      begun++
      await finish.promise
      return { key: host }
    })
    await using channels = connect(server.port)
    const within = Array.from({ length: 10_000 }, () => ask(channels, 'x', { deadlineMs: 60_000 }))
    const settled = Promise.allSettled(within)
    await until('all have begun', () => begun === 10_000)
    await expect(ask(channels, 'one more')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'too_many_calls',
    })
    finish.resolve()
    expect(failed(await settled)).toEqual([])
  })
})

describe('a wire that breaks', () => {
  it('fails what is under way as unknown, and serves what comes later once it is whole', async () => {
    const never = new Promise<never>(() => undefined)
    let begun = 0
    await using server = await serve(async ({ host }) => {
      begun++
      return host === 'slow' ? never : { key: host }
    })
    await using wire = await startTcpProxy(`127.0.0.1:${server.port}`)
    await using channels = connect(wire.port)
    const slow = Promise.allSettled(Array.from({ length: 20 }, () => ask(channels, 'slow')))
    await until('all are under way', () => begun === 20)
    wire.cut()
    const outcomes = await slow
    expect(failed(outcomes)).toHaveLength(20)
    expect(outcomes[0]).toMatchObject({ reason: { kind: 'unavailable', code: 'unavailable' } })

    // Made while there is no connection: never sent, so it waits and is not repeated.
    const waiting = ask(channels, 'waiting')
    await turn()
    wire.restore()
    expect((await waiting).key).toBe('waiting')
    expect(begun).toBe(21)
  })

  it('fails nothing that had no room on it yet', async () => {
    const large = 'x'.repeat(6_000_000)
    await using server = await serve(async ({ host }) => ({ key: host.slice(0, 6) }))
    await using wire = await startTcpProxy(`127.0.0.1:${server.port}`)
    await using channels = connect(wire.port)
    await ask(channels, 'first')
    wire.freeze()
    const calls = ['leaves', 'waits ', 'also  '].map((name) => ask(channels, name + large))
    const settled = Promise.allSettled(calls)
    await turns(20)
    wire.cut()
    wire.restore()
    expect(await settled).toMatchObject([
      { reason: { kind: 'unavailable' } },
      { value: { key: 'waits ' } },
      { value: { key: 'also  ' } },
    ])
  })

  it('cancels the call on the server when the connection is lost', async () => {
    const aborted = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    await using server = await serve((_request, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve())
      begun.resolve()
      return new Promise(() => undefined)
    })
    await using wire = await startTcpProxy(`127.0.0.1:${server.port}`)
    await using channels = connect(wire.port)
    const lost = ask(channels, 'x').catch(() => undefined)
    await begun.promise
    wire.cut()
    await Promise.all([lost, aborted.promise])
  })

  it('that has been unresponsive for long does not block its calls', async () => {
    await using server = await serve(async ({ host }) => ({ key: host }))
    await using wire = await startTcpProxy(`127.0.0.1:${server.port}`)
    await using channels = connect(wire.port)
    await ask(channels, 'first')
    wire.freeze()
    await expect(ask(channels, 'frozen', { deadlineMs: 100 })).rejects.toMatchObject({ kind: 'unavailable' })
    wire.restore()
    expect((await ask(channels, 'thawed')).key).toBe('thawed')
  })
})

describe('a copy that leaves', () => {
  const slowly: GetKey = async ({ host }) => {
    await turns(5)
    return { key: host }
  }

  it('fails no call, again and again, while another is there', async () => {
    const servers = [await serve(slowly), await serve(slowly)]
    await using channels = connect(...servers.map(({ port }) => port))
    const load = pester(channels)
    for (let round = 0; round < 10; round++) {
      const before = load.answered()
      await until('calls are answered', () => load.answered() > before + 40)
      const leaving = servers[round % 2]
      if (leaving === undefined) throw new Error('There is no such server.')
      await leaving[Symbol.asyncDispose]()
      const between = load.answered()
      await until('the other answers', () => load.answered() > between + 40)
      servers[round % 2] = await serve(slowly, leaving.port)
    }
    expect(await load.stop()).toEqual([])
    for (const server of servers) await server[Symbol.asyncDispose]()
  })

  it('fails no call even where there is no other, if it is back within the deadline', async () => {
    let server = await serve(slowly)
    await using channels = connect(server.port)
    const load = pester(channels)
    for (let round = 0; round < 5; round++) {
      const before = load.answered()
      await until('calls are answered', () => load.answered() > before + 40)
      await server[Symbol.asyncDispose]()
      server = await serve(slowly, server.port)
    }
    expect(await load.stop()).toEqual([])
    await server[Symbol.asyncDispose]()
  })

  it('answers what it has, however long that takes within the deadline, and nothing more', async () => {
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const leaving = await serve(async () => {
      begun.resolve()
      await finish.promise
      return { key: 'of the one that left' }
    })
    await using channels = connect(leaving.port)
    const underWay = ask(channels, 'x')
    await begun.promise
    const left = leaving[Symbol.asyncDispose]()
    await turn()
    finish.resolve()
    expect((await underWay).key).toBe('of the one that left')
    await left
    await expect(ask(channels, 'x', { deadlineMs: 100 })).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('several copies', () => {
  it('are asked in turn', async () => {
    const named = (key: string) => serve(async () => ({ key }))
    await using first = await named('first')
    await using second = await named('second')
    await using channels = connect(first.port, second.port)
    const seen = new Set<string>()
    await until('both are connected', async () => seen.add((await ask(channels, 'x')).key).size === 2)
    const keys: string[] = []
    for (let number = 0; number < 100; number++) keys.push((await ask(channels, 'x')).key)
    expect(keys.filter((key) => key === 'first')).toHaveLength(50)
  })
})

describe('a server without multiplexed streams', () => {
  it('gets unary calls, and multiplexed ones once it serves them', async () => {
    const paths: string[] = []
    const old = await servePlainly({ internalToken, onCall: (path) => paths.push(path) })
    await using channels = connect(old.port)
    const keys = await Promise.all(Array.from({ length: 100 }, (_, number) => ask(channels, String(number))))
    expect(keys.map(({ key }) => key)).toEqual(Array.from({ length: 100 }, (_, number) => String(number)))
    expect(paths).toHaveLength(100)
    await expect(ask(channels, 'refused')).rejects.toMatchObject({ kind: 'invalid', code: 'refused' })

    await old[Symbol.asyncDispose]()
    await using _new = await serve(async () => ({ key: 'of the new one' }), old.port)
    expect((await ask(channels, 'x')).key).toBe('of the new one')
  })

  it('loses no call either when it leaves while another is there', async () => {
    const servers = [await servePlainly({ internalToken }), await servePlainly({ internalToken })]
    await using channels = connect(...servers.map(({ port }) => port))
    const load = pester(channels)
    for (let round = 0; round < 6; round++) {
      const before = load.answered()
      await until('calls are answered', () => load.answered() > before + 40)
      const leaving = servers[round % 2]
      if (leaving === undefined) throw new Error('There is no such server.')
      await leaving[Symbol.asyncDispose]()
      servers[round % 2] = await servePlainly({ internalToken, port: leaving.port })
    }
    expect(await load.stop()).toEqual([])
    for (const server of servers) await server[Symbol.asyncDispose]()
  })
})
