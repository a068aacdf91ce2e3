import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { outcomeWithin } from '@pagebell/testing/outcome-within'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import { consumeSubmitted } from './consume-submitted.ts'
import { intakeUnderTest, newHook, pages, submit, type UnderTest } from './intake-under-test.ts'

let test: UnderTest
const arrived = new Map<string, string[]>()
let listening: AsyncDisposableStack

beforeAll(async () => {
  test = await intakeUnderTest()
  listening = new AsyncDisposableStack()
  const { AMQP_URL: url, AMQP_PREFIX: prefix } = test.settings
  const broker = listening.use(await connectBroker({ url, prefix, log: test.log, service: 'notifier' }))
  listening.use(
    await consumeSubmitted(broker, (body, { id }) => {
      arrived.set(id, body.urls)
    }),
  )
})
afterAll(async () => {
  await listening.disposeAsync()
  await test[Symbol.asyncDispose]()
})

const arrivedOf = (batchId: string) => [...arrived].filter(([id]) => id.startsWith(batchId)).flatMap(([, urls]) => urls)

describe('with everything there', () => {
  it('publishes a batch in parts of 1,000, and empties the outbox', async () => {
    const intake = await test.start()
    const hook = await newHook(intake)
    const { body } = await submit(intake.url, hook.token, { urls: pages(1, 2_500) })
    await until('every part has arrived', () => arrivedOf(body.batch_id).length === 2_500)
    expect([...arrived.keys()].filter((id) => id.startsWith(body.batch_id))).toHaveLength(3)
    await until('the outbox is empty', async () => (await test.query('select from outbox')).length === 0)
  })
})

describe('without RabbitMQ', () => {
  it('accepts, and every URL arrives when it is back', async () => {
    await using proxy = await startTcpProxy(test.settings.AMQP_URL)
    const intake = await test.start({ AMQP_URL: proxy.through(test.settings.AMQP_URL) })
    const hook = await newHook(intake)
    proxy.cut()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        submit(intake.url, hook.token, { urls: pages(index * 10, index * 10 + 9) }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
    proxy.restore()
    for (const { body } of answers) {
      await until('the batch has arrived', () => arrivedOf(body.batch_id).length === 10, 40_000)
    }
  })
})

describe('without Redis', () => {
  it('accepts and finds duplicates all the same', async () => {
    await using proxy = await startTcpProxy(test.settings.REDIS_URL)
    const intake = await test.start({ REDIS_URL: proxy.through(test.settings.REDIS_URL) })
    const hook = await newHook(intake)
    for (const fail of [proxy.cut, proxy.restore, proxy.freeze]) {
      fail()
      const urls = [`https://example.com/${fail.name}`, 'https://example.com/always']
      const submission = submit(intake.url, hook.token, { urls })
      expect(await outcomeWithin(1_500, submission)).toBe('fulfilled')
      const { status, body } = await submission
      expect(status).toBe(202)
      expect(body.results[0].verdict).toBe('accepted')
      expect(body.results[1].verdict).toBe(fail === proxy.cut ? 'accepted' : 'duplicate')
    }
    proxy.restore()
  })
})

describe('without PostgreSQL', () => {
  it.each(['cut', 'freeze', 'muteAnswers'] as const)(
    'answers 503 within 3 s when the wire is in state %s',
    async (fail) => {
      await using proxy = await startTcpProxy(test.settings.DATABASE_URL)
      const intake = await test.start({ DATABASE_URL: proxy.through(test.settings.DATABASE_URL) })
      const hook = await newHook(intake)
      await submit(intake.url, hook.token, { urls: pages(1, 1) })

      proxy[fail]()
      const began = performance.now()
      const { status, headers, body } = await submit(intake.url, hook.token, { urls: pages(1, 3) })
      expect(performance.now() - began).toBeLessThan(3_000)
      expect(status).toBe(503)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(['none', 'unknown']).toContain(body.outcome)

      proxy.restore()
      const again = await until('the same request is answered again', async () => {
        const answer = await submit(intake.url, hook.token, { urls: pages(1, 3) })
        return answer.status === 202 && answer
      })
      if (body.outcome === 'none') expect(again.body).toMatchObject({ accepted: 2 })
      const [row] = await test.query('select max(used)::int as used from quota_use where account_id = $1', [
        hook.account_id,
      ])
      expect(row).toEqual({ used: 3 })
    },
  )
})
