import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { connectRedis } from '@pagebell/redis/redis'
import { createLog } from '@pagebell/runtime/log'
import { outcomeWithin } from '@pagebell/testing/outcome-within'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testRedis } from '@pagebell/testing/test-redis'
import { until } from '@pagebell/testing/until'
import { Redis } from 'ioredis'

const log = createLog('redis test', 'silent')
const testServer = testRedis()
const direct = new Redis(testServer.url)
let wire: TcpProxy

beforeAll(async () => {
  wire = await startTcpProxy(testServer.url)
})

afterAll(async () => {
  await wire[Symbol.asyncDispose]()
  direct.disconnect()
  await testServer.cleanUp()
})

const connect = () => connectRedis({ url: wire.through(testServer.url), prefix: testServer.prefix, log })

it('serves the first command before it is connected, with its prefix', async () => {
  await until('a new connection serves its first command', async () => {
    await using redis = connect()
    await redis.set('key', 'value')
    return true
  })
  expect(await direct.get(`${testServer.prefix}key`)).toBe('value')
})

it.each([
  ['cut off', () => wire.cut()],
  ['unresponsive', () => wire.freeze()],
])('fails within 250 ms when Redis is %s, and recovers when it is back', async (_, interrupt) => {
  await using redis = connect()
  await until('it serves', () => redis.ping())
  interrupt()
  expect(await outcomeWithin(350, redis.get('key'))).toBe('rejected')
  wire.restore()
  await until('it serves again', () => redis.ping())
})

it('fails fast when Redis never responded, and can be disposed of', async () => {
  await using redis = connectRedis({ url: 'redis://127.0.0.1:1', log })
  expect(await outcomeWithin(350, redis.get('key'))).toBe('rejected')
  expect(await outcomeWithin(350, redis.get('key'))).toBe('rejected')
})

it('never runs a command twice when its response is lost', async () => {
  await using redis = connect()
  await until('it serves', () => redis.set('count', 0))
  wire.muteAnswers()
  await expect(redis.incr('count')).rejects.toThrow()
  await until('it was run', async () => (await direct.get(`${testServer.prefix}count`)) === '1')
  wire.cut()
  wire.restore()
  await until('it serves again', () => redis.ping())
  expect(await until('it serves', () => redis.get('count'))).toBe('1')
})
