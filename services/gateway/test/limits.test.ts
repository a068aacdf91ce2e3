import { afterEach, describe, expect, it } from '@jest/globals'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testRedis } from '@pagebell/testing/test-redis'
import { until } from '@pagebell/testing/until'
import { mintToken } from '@pagebell/tokens/token'
import { startBroker } from './start-broker.ts'
import { type Gateway, startGateway } from './start-gateway.ts'

let at: Gateway
afterEach(() => at[Symbol.asyncDispose]())

const limited = (calls_per_minute: number) => at.accounts.addKey(at.accounts.addAccount({ calls_per_minute })).secret

describe('the API rate of a plan', () => {
  it('is counted per account, told in every answer and enforced', async () => {
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

  it('is one for all keys of an account', async () => {
    at = await startGateway()
    const account = at.accounts.addAccount({ calls_per_minute: 3 })
    const keys = Array.from({ length: 5 }, () => at.accounts.addKey(account).secret)
    const statuses = []
    for (const key of keys) statuses.push((await at.ask('/api/v1/projects', key)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
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
    at = await startGateway({ REDIS_URL: proxy.through(url) })
    const key = limited(2)
    expect((await at.ask('/api/v1/projects', key)).statusCode).toBe(200)
    proxy.cut()
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await at.ask('/api/v1/projects', key)).statusCode)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('guesses at API keys', () => {
  const guess = async (from: object = {}) => at.ask({ url: '/api/v1/projects', ...from }, mintToken('pbk_'))
  const guessOften = async (count: number, from: object = {}) => {
    const answers = []
    for (let n = 0; n < count; n++) answers.push(await guess(from))
    return answers
  }

  it('are refused after ten, for longer each time, and the owner gets in from the same address', async () => {
    at = await startGateway()
    expect((await at.ask('/api/v1/projects')).statusCode).toBe(200)
    const answers = await guessOften(100)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map((_, n) => (n < 10 ? 401 : 429)))
    const waits = answers.slice(10).map(({ headers }) => Number(headers['retry-after']))
    expect(waits.slice(0, 6)).toEqual([60, 120, 240, 480, 900, 900])
    expect(answers[10]?.json()).toMatchObject({ code: 'too_many_guesses', status: 429 })

    expect((await at.ask('/api/v1/projects')).statusCode).toBe(200)
    const neverSeen = at.accounts.addKey(at.account).secret
    expect((await at.ask('/api/v1/projects', neverSeen)).statusCode).toBe(200)
    expect((await guess({ remoteAddress: '192.0.2.9' })).statusCode).toBe(401)
  })

  it('count a key that was good before from its second refusal on', async () => {
    await using broker = await startBroker()
    at = await startGateway(broker.config)
    const { secret, key } = at.accounts.addKey(at.account)
    expect((await at.ask('/api/v1/projects', secret)).statusCode).toBe(200)
    key.revoked = true
    await broker.publishRevoked(key)
    const firstRefusal = async () => (await at.ask('/api/v1/projects', secret)).statusCode === 401
    await until('the key is refused for the first time', firstRefusal, 5_000)
    const statuses = []
    for (let n = 0; n < 14; n++) statuses.push((await at.ask('/api/v1/projects', secret)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    expect((await at.ask('/api/v1/projects')).statusCode).toBe(200)
  })

  it('do not count where they cannot be keys', async () => {
    at = await startGateway()
    for (let n = 0; n < 15; n++) expect((await at.ask('/api/v1/projects', 'pbk_junk')).statusCode).toBe(401)
    expect((await guess()).statusCode).toBe(401)
  })

  it('count by the address that a trusted proxy names, and by nothing that an untrusted client sends', async () => {
    at = await startGateway({ TRUST_PROXY: '192.0.2.1/32' })
    const saying = (ip: string, n: number) => ({ remoteAddress: ip, headers: { 'x-forwarded-for': `198.51.100.${n}` } })
    const statuses = async (ip: string) => {
      const answers = []
      for (let n = 0; n < 12; n++) answers.push((await guess(saying(ip, n))).statusCode)
      return answers
    }
    expect(await statuses('192.0.2.2')).toEqual([...Array(10).fill(401), 429, 429])
    expect(await statuses('192.0.2.1')).toEqual(Array(12).fill(401))
  })

  it('are looked up one at a time while their address has to wait, and not at all behind many others', async () => {
    at = await startGateway()
    await guessOften(11)
    const before = at.accounts.state.lookUps
    const answers = await Promise.all(Array.from({ length: 200 }, () => guess()))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
    expect(at.accounts.state.lookUps - before).toBeLessThan(200)
  })

  it('go on being counted, in memory, while Redis is away', async () => {
    const { url } = testRedis()
    await using proxy = await startTcpProxy(url)
    at = await startGateway({ REDIS_URL: proxy.through(url) })
    expect((await guess()).statusCode).toBe(401)
    proxy.cut()
    const statuses = (await guessOften(12)).map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })
})

describe('a revocation', () => {
  it('reaches the gateway as a message', async () => {
    await using broker = await startBroker()
    at = await startGateway(broker.config)
    const { secret, key } = at.accounts.addKey(at.account)
    expect((await at.ask('/api/v1/projects', secret)).statusCode).toBe(200)

    key.revoked = true
    await broker.publishRevoked(key)
    await until('the key is refused', async () => (await at.ask('/api/v1/projects', secret)).statusCode === 401, 5_000)
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
