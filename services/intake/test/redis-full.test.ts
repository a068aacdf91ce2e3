import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { Redis } from 'ioredis'
import { intakeUnderTest, newHook, pages, type Running, submit, type UnderTest } from './intake-under-test.ts'

let test: UnderTest
let intake: Running
let folder: string
let server: ChildProcess
let redis: Redis

/** A Redis of 2 MB that refuses writes once it is full, as one without eviction does. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-redis-'))
  const socket = join(folder, 'redis.sock')
  const limits = ['--maxmemory', '2mb', '--maxmemory-policy', 'noeviction', '--save', '', '--appendonly', 'no']
  server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--dir', folder, ...limits], {
    stdio: 'ignore',
  })
  redis = new Redis(socket)
  redis.on('error', () => undefined)
  await until('Redis answers', async () => (await redis.ping()) === 'PONG')
  test = await intakeUnderTest()
  intake = await test.start({ DEDUPE_REDIS_URL: socket })
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  redis?.disconnect()
  const ended = once(server, 'exit')
  server.kill()
  await ended
  await rm(folder, { recursive: true, force: true })
})

const entries = (client: Redis, accountId: string) => client.keys(`*seen:{${accountId}}:*`)

describe('a Redis for dedupe entries', () => {
  it('holds them instead of the one that holds sessions', async () => {
    const hook = await newHook(intake)
    await submit(intake.url, hook.token, { urls: pages(1, 2) })
    await until('they are written', async () => (await entries(redis, hook.account_id)).length === 1)
    const shared = new Redis(test.settings.REDIS_URL)
    expect(await entries(shared, hook.account_id)).toEqual([])
    shared.disconnect()
  })

  it('that is full changes no answer: accepted, duplicate, and the limit of the plan', async () => {
    const hook = await newHook(intake, { hook_requests_per_minute: 120 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => redis.set(`fill:${n}`, 'x'.repeat(20_000))),
    )
    expect(outcomes.some((one) => one.status === 'rejected' && String(one.reason).includes('OOM'))).toBe(true)
    // What its buffers give back may not make room again.
    await redis.config('SET', 'maxmemory', '1mb')

    const first = await submit(intake.url, hook.token, { urls: pages(1, 2) })
    expect(first).toMatchObject({ status: 202, body: { accepted: 2 } })
    const second = await submit(intake.url, hook.token, { urls: pages(1, 3) })
    expect(second).toMatchObject({ status: 202, body: { accepted: 1, duplicates: 2 } })
    expect(await entries(redis, hook.account_id)).toEqual([])
    const statuses: number[] = []
    for (let time = 0; time < 41; time++)
      statuses.push((await submit(intake.url, hook.token, { urls: pages(1, 1) })).status)
    expect(new Set(statuses)).toEqual(new Set([202, 429]))
  })
})
