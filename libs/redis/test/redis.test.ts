import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testRedis } from '@pagebell/testing/test-redis'
import { until } from '@pagebell/testing/until'
import { Redis } from 'ioredis'
import { connectRedis } from '../src/redis.ts'

const log = createLog('redis test', 'silent')
const own = testRedis()
let wire: TcpProxy

beforeAll(async () => {
  wire = await startTcpProxy(own.url)
})

afterAll(async () => {
  await wire[Symbol.asyncDispose]()
  await own.cleanUp()
})

const connect = () => connectRedis({ url: wire.through(own.url), prefix: own.prefix, log })

async function millisecondsToFail(work: Promise<unknown>): Promise<number> {
  const started = performance.now()
  await expect(work).rejects.toThrow()
  return performance.now() - started
}

it('serves the first command without being waited for, under its prefix', async () => {
  await using redis = connect()
  await redis.set('key', 'value')
  const direct = new Redis(own.url)
  expect(await direct.get(`${own.prefix}key`)).toBe('value')
  direct.disconnect()
})

it('fails within 250 ms when Redis is cut off, and serves again when it is back', async () => {
  await using redis = connect()
  await redis.ping()
  wire.cut()
  expect(await millisecondsToFail(redis.get('key'))).toBeLessThan(350)
  wire.restore()
  await until('it serves again', () => redis.ping())
})

it('fails within 250 ms when Redis is silent, and leaves the connection that is', async () => {
  await using redis = connect()
  await redis.ping()
  wire.freeze()
  expect(await millisecondsToFail(redis.get('key'))).toBeLessThan(350)
  wire.restore()
  await until('it serves again', () => redis.ping())
})

it('fails fast when Redis was never there, and can be disposed of', async () => {
  await using redis = connectRedis({ url: 'redis://127.0.0.1:1', log })
  expect(await millisecondsToFail(redis.get('key'))).toBeLessThan(350)
  expect(await millisecondsToFail(redis.get('key'))).toBeLessThan(350)
})

it('never runs a command twice because its answer was lost', async () => {
  await using redis = connect()
  await redis.set('count', 0)
  wire.muteAnswers()
  await expect(redis.incr('count')).rejects.toThrow()
  wire.cut()
  wire.restore()
  await until('it serves again', () => redis.ping())
  expect(await redis.get('count')).toBe('1')
})
