import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { currentTraceparent } from '@pagebell/runtime/trace'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import { mintToken } from '@pagebell/tokens/token'
import { Redis } from 'ioredis'
import { consumeSubmitted } from './consume-submitted.ts'
import { intake, newHook, nextVersion, pages, submit, test, useIntake } from './intake-under-test.ts'

useIntake()
afterEach(() => test.setClock(null))

const used = async (accountId: string) => {
  const [row] = await test.query('select coalesce(max(used), 0)::int as used from quota_use where account_id = $1', [
    accountId,
  ])
  return row?.['used']
}

describe('a token that sends too many requests', () => {
  it('is refused with Retry-After before anything is charged, and others are not', async () => {
    // Ten requests in ten seconds: of 21, at least one is too many even when the window changes in between.
    const slow = await test.start({ HOOK_REQUESTS_PER_MINUTE: 60 })
    const hook = await newHook(slow)
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, index) => submit(slow.url, hook.token, { urls: pages(index, index) })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({ code: 'rate_limited', status: 429 })
      expect(headers.get('retry-after')).toBe('10')
    }
    expect(await used(hook.account_id)).toBe(21 - refused.length)
    expect((await submit(slow.url, (await newHook(slow)).token, { urls: pages(1, 1) })).status).toBe(202)
  })
})

describe('a plan that limits requests', () => {
  it('is enforced over all tokens of the account and stated in the refusal; other accounts are not affected', async () => {
    const hook = await newHook(intake, { hook_requests_per_minute: 60 })
    const limits = { hook_requests_per_minute: 60, version: nextVersion() }
    const place = { account_id: hook.account_id, project_id: crypto.randomUUID(), project: 'example.com' }
    const { token } = await intake.hooks.rotateHook({ ...place, grace_seconds: 0, limits, idempotency: undefined })
    const answers = await Promise.all(
      Array.from({ length: 22 }, (_, index) =>
        submit(intake.url, index % 2 === 0 ? hook.token : token, { urls: pages(index, index) }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.body).toMatchObject({ code: 'rate_limited', limit: 60, window_seconds: 60 })
    expect(refused[0]?.headers.get('retry-after')).toBe('10')
    expect(await used(hook.account_id)).toBe(22 - refused.length)
    expect((await submit(intake.url, (await newHook(intake)).token, { urls: pages(1, 1) })).status).toBe(202)
  })

  it('of nothing accepts nothing: it counts for each token whose owner is looked up after the change', async () => {
    const hook = await newHook(intake)
    await intake.quotas.setLimits({
      account_id: hook.account_id,
      limits: { hook_requests_per_minute: 0, version: nextVersion() },
    })
    expect(await submit(intake.url, hook.token, { urls: pages(1, 1) })).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
    })
  })

  it('holds while Redis is away', async () => {
    await using wire = await startTcpProxy(test.settings.REDIS_URL)
    const alone = await test.start({ REDIS_URL: wire.through(test.settings.REDIS_URL) })
    wire.cut()
    const hook = await newHook(alone, { hook_requests_per_minute: 60 })
    const statuses: number[] = []
    for (let time = 0; time < 21; time++)
      statuses.push((await submit(alone.url, hook.token, { urls: pages(time, time) })).status)
    expect(new Set(statuses)).toEqual(new Set([202, 429]))
    await alone.stop()
  })
})

describe('a token that cannot be one', () => {
  it('is refused by its checksum, without a look-up', async () => {
    await using wire = await startTcpProxy(test.settings.DATABASE_URL)
    const blind = await test.start({ DATABASE_URL: wire.through(test.settings.DATABASE_URL) })
    wire.cut()
    await until('the loss is noticed', async () => (await fetch(blind.readyUrl)).status === 503)
    const mistyped = mintToken('pbh_').replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    expect((await submit(blind.url, mistyped, { urls: pages(1, 1) })).status).toBe(404)
    expect((await submit(blind.url, mintToken('pbh_'), { urls: pages(1, 1) })).status).toBe(503)
    await blind.stop()
  })
})

describe('an outbox that is full', () => {
  it.each([
    [
      'holds 50,000 batches',
      `select gen_random_uuid(), $1, $2, clock_timestamp(), '2100-01-01' from generate_series(1, 50000)`,
    ],
    [
      'has held one for 15 minutes',
      `select gen_random_uuid(), $1, $2, clock_timestamp() - interval '15 minutes', '2100-01-01'`,
    ],
  ])('because it %s takes nothing in, and is open again when it is not', async (_why, rows) => {
    const hook = await newHook(intake)
    const insert = `insert into outbox (batch_id, account_id, project_id, created_at, due_at) ${rows}`
    await test.query(insert, [hook.account_id, hook.project_id])
    const full = await until('the relay has measured', async () => {
      const answer = await submit(intake.url, hook.token, { urls: pages(1, 1) })
      return answer.status === 503 && answer
    })
    expect(full.body).toMatchObject({ code: 'unavailable', outcome: 'none' })
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0)
    const before = await used(hook.account_id)
    expect((await submit(intake.url, hook.token, { urls: pages(2, 5) })).status).toBe(503)
    expect(await used(hook.account_id)).toBe(before)

    await test.query(`delete from outbox where due_at = '2100-01-01'`)
    await until('it is open', async () => (await submit(intake.url, hook.token, { urls: pages(2, 5) })).status === 202)
  })
})

describe('a batch whose confirm does not come', () => {
  it('is published again with the same ids, and leaves the outbox on the confirm', async () => {
    await using wire = await startTcpProxy(test.settings.AMQP_URL)
    const muted = await test.start({ AMQP_URL: wire.through(test.settings.AMQP_URL) })
    const { AMQP_URL: url, AMQP_PREFIX: prefix } = test.settings
    await using broker = await connectBroker({ url, prefix, log: test.log, service: 'notifier' })
    const ids: string[] = []
    await using _consumer = await consumeSubmitted(broker, (_body, { id }) => void ids.push(id))
    const hook = await newHook(muted)

    // Only the confirmations of RabbitMQ are lost: the message is stored.
    wire.muteAnswers()
    const { status, body } = await submit(muted.url, hook.token, { urls: pages(1, 2) })
    expect(status).toBe(202)
    const timesArrived = () => ids.filter((id) => id === body.batch_id).length
    await until('it has arrived', () => timesArrived() === 1)
    const waiting = () => test.query('select from outbox where batch_id = $1', [body.batch_id])
    expect(await waiting()).toHaveLength(1)

    wire.restore()
    wire.cut()
    wire.restore()
    await until('it has arrived again', () => timesArrived() > 1)
    await until('the outbox is empty', async () => (await waiting()).length === 0)
    await muted.stop()
  })
})

describe('what has expired', () => {
  it('is deleted, and nothing else', async () => {
    const hook = await newHook(intake)
    await submit(intake.url, hook.token, { urls: pages(1, 3) }, { headers: { 'idempotency-key': 'old' } })
    await submit(intake.url, hook.token, { urls: pages(4, 6) }, { headers: { 'idempotency-key': 'new' } })
    const accountIds = [hook.account_id]
    await test.query(
      `update idempotency set created_at = created_at - interval '24 hours' where account_id = $1 and key = 'old'`,
      accountIds,
    )
    await test.query(
      `update url_seen set charged_at = charged_at - interval '10 minutes' where account_id = $1 and batch_id =
        (select batch_id from batch where account_id = $1 order by created_at limit 1)`,
      accountIds,
    )
    // A copy sweeps when it starts.
    const copy = await test.start()
    await until('the old entries are gone', async () => {
      const [row] = await test.query('select count(*)::int as count from url_seen where account_id = $1', accountIds)
      return row?.['count'] === 3
    })
    await until('the old key is gone', async () => {
      const keys = await test.query('select key from idempotency where account_id = $1', accountIds)
      return keys.length === 1 && keys[0]?.['key'] === 'new'
    })
    await copy.stop()
  })
})

describe('a batch', () => {
  it('is deleted after its retention, unless it waits for RabbitMQ or is the last of its token', async () => {
    const hook = await newHook(intake)
    const unused = await newHook(intake)
    const submitted = async ({ token }: { token: string }, page: number, daysAgo: number): Promise<string> => {
      const { body } = await submit(intake.url, token, { urls: pages(page, page) })
      await test.query(`update batch set created_at = created_at - make_interval(days => $1) where batch_id = $2`, [
        daysAgo,
        body.batch_id,
      ])
      return body.batch_id
    }
    await submitted(hook, 1, 91)
    const waiting = await submitted(hook, 2, 92)
    const young = await submitted(hook, 3, 89)
    await submitted(unused, 4, 95)
    const last = await submitted(unused, 5, 94)
    // Confirmed, it leaves the outbox; only then it is put back as one that waits.
    await until('all are confirmed', async () => (await test.query('select from outbox')).length === 0)
    await test.query(
      `insert into outbox (batch_id, account_id, project_id, due_at) values ($1, $2, $3, '2100-01-01')`,
      [waiting, hook.account_id, hook.project_id],
    )

    const copy = await test.start()
    const left = async () => {
      const accounts = [hook.account_id, unused.account_id]
      const rows = await test.query('select batch_id from batch where account_id = any($1)', [accounts])
      return new Set(rows.map((row) => row['batch_id']))
    }
    await until('the old ones are gone', async () => (await left()).size === 3)
    expect(await left()).toEqual(new Set([waiting, young, last]))
    expect((await intake.hooks.getHook(unused)).last_used_at).toBeDefined()
    await test.query('delete from outbox where batch_id = $1', [waiting])
    await copy.stop()
  })
})

describe('an Idempotency-Key', () => {
  it('is free again after 24 hours, swept or not', async () => {
    const hook = await newHook(intake)
    const send = (from: number) =>
      submit(intake.url, hook.token, { urls: pages(from, from) }, { headers: { 'idempotency-key': 'nightly' } })
    await test.setClock('2026-11-21T03:00:00.000Z')
    const first = await send(1)
    await test.setClock('2026-11-22T02:59:59.999Z')
    expect((await send(2)).status).toBe(422)
    await test.setClock('2026-11-22T03:00:00.001Z')
    const next = await send(2)
    expect(next).toMatchObject({ status: 202, body: { accepted: 1 } })
    expect(next.body.batch_id).not.toBe(first.body.batch_id)
  })

  it('of a request that was refused may be used again', async () => {
    const hook = await newHook(intake, { urls_per_day: 2 })
    const headers = { 'idempotency-key': 'deploy' }
    expect((await submit(intake.url, hook.token, { urls: pages(1, 3) }, { headers })).status).toBe(429)
    expect((await submit(intake.url, hook.token, { urls: pages(1, 2) }, { headers })).status).toBe(202)
  })
})

describe('the dedupe entries in Redis', () => {
  it('are written for what is committed, never for what was refused or previewed', async () => {
    const hook = await newHook(intake, { urls_per_day: 2 })
    const redis = new Redis(test.settings.REDIS_URL)
    const countEntries = async (): Promise<number> => {
      const keys = await redis.keys(`${test.settings.REDIS_PREFIX}seen:{${hook.account_id}}:*`)
      return (await Promise.all(keys.map((key) => redis.hlen(key)))).reduce((sum, one) => sum + one, 0)
    }
    expect((await submit(intake.url, hook.token, { urls: pages(1, 3) })).status).toBe(429)
    expect((await submit(intake.url, hook.token, { urls: pages(1, 2) }, { query: '?dry_run=1' })).status).toBe(200)
    expect((await submit(intake.url, hook.token, { urls: pages(4, 5) })).status).toBe(202)
    await until('the accepted are remembered', async () => (await countEntries()) > 0)
    expect(await countEntries()).toBe(2)
    redis.disconnect()
  })
})

describe('what is published', () => {
  it('is the normalised URL, in a message with the batch as its id', async () => {
    const { AMQP_URL: url, AMQP_PREFIX: prefix } = test.settings
    await using broker = await connectBroker({ url, prefix, log: test.log, service: 'notifier' })
    const bodies = new Map<string, { urls: string[]; action: string; account_id: string; project: string }>()
    await using _consumer = await broker.consume(
      urlsSubmitted,
      'notifier',
      async (body, { id }) => void bodies.set(id, body),
    )
    const hook = await newHook(intake)
    const sent = ['HTTP://www.EXAMPLE.com:80/%7ea/../b?y=1&x=2#top', 'https://example.com/%e4%bd%a0']
    const { body } = await submit(intake.url, hook.token, { urls: sent, action: 'delete' })
    const message = await until('it has arrived', () => bodies.get(body.batch_id))
    expect(message).toMatchObject({
      account_id: hook.account_id,
      project: 'example.com',
      action: 'delete',
      urls: ['http://www.example.com/b?y=1&x=2', 'https://example.com/%E4%BD%A0'],
    })
  })

  it.each([
    ['does not decide it past the gateway', true, '00'],
    ['is the gateway, which has decided it, behind one', false, '01'],
  ])('is recorded by tracing or not: who sends it %s', async (_who, INTAKE_AT_EDGE, flag) => {
    const { AMQP_URL: url, AMQP_PREFIX: prefix } = test.settings
    await using broker = await connectBroker({ url, prefix, log: test.log, service: 'notifier' })
    const traces = new Map<string, string | undefined>()
    await using _consumer = await broker.consume(
      urlsSubmitted,
      'notifier',
      async (_body, { id }) => void traces.set(id, currentTraceparent()),
    )
    const copy = await test.start({ INTAKE_AT_EDGE })
    const traceId = randomUUID().replaceAll('-', '')
    const headers = { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` }
    const hook = await newHook(copy)
    const { body } = await submit(copy.url, hook.token, { urls: pages(1, 1) }, { headers })
    const traceparent = await until('it has arrived', () => traces.get(body.batch_id))
    expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-${flag}$`))
    await copy.stop()
  })
})
