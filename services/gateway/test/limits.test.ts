import { afterEach, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { createLog } from '@pagebell/runtime/log'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testBroker } from '@pagebell/testing/test-broker'
import { testRedis } from '@pagebell/testing/test-redis'
import { until } from '@pagebell/testing/until'
import { type Gateway, startGateway } from './start-gateway.ts'

let at: Gateway
afterEach(() => at[Symbol.asyncDispose]())

const limited = (calls_per_minute: number) => at.accounts.addKey(at.accounts.addAccount({ calls_per_minute })).secret

describe('the API rate of a plan', () => {
  it('is counted per key, told in every answer and enforced', async () => {
    at = await startGateway()
    const key = limited(3)
    const answers = []
    for (let n = 0; n < 5; n++) answers.push(await at.ask('/api/v1/projects', key))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429])
    expect(answers.map(({ headers }) => String(headers['ratelimit']).replace(/t=\d+$/, 't'))).toEqual(
      [2, 1, 0, 0, 0].map((left) => `"default";r=${left};t`),
    )
    const last = answers[4]
    expect(last?.headers['ratelimit-policy']).toBe('"default";q=3;w=60')
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(last?.json()).toMatchObject({ code: 'rate_limited', limit: 3, window_seconds: 60 })
    expect((await at.ask('/api/v1/projects', limited(3))).statusCode).toBe(200)
  })

  it('is not told where there is none', async () => {
    at = await startGateway()
    const answer = await at.ask('/api/v1/projects')
    expect(answer.headers).not.toHaveProperty('ratelimit')
    expect(answer.headers).not.toHaveProperty('ratelimit-policy')
  })

  it('goes on being counted, in memory, while Redis is away', async () => {
    const { url } = testRedis()
    await using proxy = await startTcpProxy(url)
    at = await startGateway({ redisUrl: proxy.through(url) })
    const key = limited(2)
    expect((await at.ask('/api/v1/projects', key)).statusCode).toBe(200)
    proxy.cut()
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await at.ask('/api/v1/projects', key)).statusCode)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('a revocation', () => {
  it('reaches the gateway as a message', async () => {
    at = await startGateway()
    const shared = testBroker()
    const log = createLog('gateway', 'silent')
    const broker = await connectBroker({ url: shared.url, prefix: shared.prefix, log, service: 'gateway' })
    const subscription = await broker.subscribe(keyRevoked, ({ key_id }) => at.keys.revoke(key_id))
    const { secret, key } = at.accounts.addKey(at.account)
    expect((await at.ask('/api/v1/projects', secret)).statusCode).toBe(200)

    key.revoked = true
    await broker.publish(keyRevoked, { account_id: key.account_id, key_id: key.key_id }, { id: key.key_id })
    await until('the key is refused', async () => (await at.ask('/api/v1/projects', secret)).statusCode === 401, 5_000)

    await subscription[Symbol.asyncDispose]()
    await broker[Symbol.asyncDispose]()
    await shared.cleanUp()
  })
})

describe('a service that is down', () => {
  it.each([
    ['project', 'GET', '/projects'],
    ['report', 'GET', '/reports'],
    ['intake', 'GET', '/account'],
    ['notifier', 'GET', '/projects/mine.example/deliveries'],
  ] as const)('(%s) is answered 503 with Retry-After on %s %s', async (server, method, path) => {
    at = await startGateway()
    at.projects.add(at.account.account_id, 'mine.example')
    if (server !== 'project') await at.ask('/api/v1/projects')
    await at.servers[server][Symbol.asyncDispose]()
    const answer = await at.ask({ method, url: `/api/v1${path}` })
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json().code).toBe('unavailable')
  })
})
