import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectRedis } from '@pagebell/redis/redis'
import { createLog } from '@pagebell/runtime/log'
import { outcomeWithin } from '@pagebell/testing/outcome-within'
import { until } from '@pagebell/testing/until'
import { type RedisCluster, startRedisCluster } from '../../cluster/start-redis-cluster.ts'

const log = createLog('cluster test', 'silent')
const keys = Array.from({ length: 60 }, (_, number) => `account-${number}`)
let folder: string
let cluster: RedisCluster

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-redis-'))
  cluster = await startRedisCluster(folder, async () => undefined)
})

afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const connect = (url = cluster.url) => connectRedis({ url, prefix: 'p_', log })

it('serves the first commands on every node before it is connected, with the password of the first', async () => {
  await until('a new connection serves its first commands', async () => {
    await using redis = connect()
    return await Promise.all(keys.map((key) => redis.set(key, key)))
  })
  await using redis = connect()
  expect(await until('it serves', () => Promise.all(keys.map((key) => redis.get(key))))).toEqual(keys)
})

it('can be disposed of before it has connected to a node', async () => {
  await using redis = connect()
  expect(redis.status).toBe('connecting')
})

it('discovers the whole cluster from one address', async () => {
  await using redis = connect((cluster.nodes[0]?.url ?? '').replace('redis://', 'redis+cluster://'))
  expect(await until('it serves', () => Promise.all(keys.map((key) => redis.get(key))))).toEqual(keys)
})

it('executes a pipeline whose keys share a hash tag, and refuses others', async () => {
  await using redis = connect()
  const together = redis.pipeline().incr('rate:{a}:1').mget('seen:{a}:1', 'seen:{a}:2')
  expect(await together.exec()).toEqual([
    [null, 1],
    [null, [null, null]],
  ])
  const apart = keys.slice(0, 20).reduce((pipeline, key) => pipeline.get(key), redis.pipeline())
  await expect(apart.exec()).rejects.toThrow('same slots')
})

it('fails within 350 ms for a killed master, serves other slots, and recovers once its replica is promoted', async () => {
  await using redis = connect()
  await until('it serves', () => redis.set('count', 0))
  const dead = await cluster.masterOf('p_count')
  await dead.end()
  const outcomes = await Promise.allSettled(keys.map((key) => redis.get(key)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(20)
  expect(await outcomeWithin(350, Promise.allSettled(keys.map((key) => redis.get(key))))).toBe('fulfilled')
  await until('all are served again', () => Promise.all(keys.map((key) => redis.get(key))))
  expect(await redis.incr('count')).toBe(1)
  await dead.start()
})

it('never runs a command twice when its response is lost', async () => {
  await using redis = connect()
  await until('it serves', () => redis.set('count', 0))
  const master = await cluster.masterOf('p_count')
  await master.signal('SIGSTOP')
  const asked = redis.incr('count')
  await expect(asked).rejects.toThrow()
  await master.signal('SIGCONT')
  await until('it serves again', () => redis.get('count'))
  expect(Number(await redis.get('count'))).toBeLessThanOrEqual(1)
})
