import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Service } from '../src/service.ts'
import { key, rowsOf, startTestEnvironment, submit, type TestEnvironment, untilAll } from './start-notifier.ts'

let environment: TestEnvironment
let service: Service
let deliveries: ReturnType<TestEnvironment['callDeliveries']>
beforeAll(async () => {
  environment = await startTestEnvironment()
  service = await environment.startCopy()
  deliveries = environment.callDeliveries(service)
})
afterAll(async () => {
  await deliveries[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await environment[Symbol.asyncDispose]()
})
beforeEach(() => environment.clear())

describe('the delivery log', () => {
  it('pages through everything newest first, without skipping or repeating a row', async () => {
    const account_id = crypto.randomUUID()
    const urls = Array.from({ length: 25 }, (_, n) => `https://www.example.com/${n}`)
    const { batch_id } = await submit(environment.broker, { account_id, urls })
    await untilAll(environment.db, batch_id, 'delivered')
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await deliveries.listDeliveries({
        account_id,
        per_page: 10,
        ...(cursor !== undefined && { cursor }),
      })
      seen.push(...page.deliveries.map((delivery) => delivery.url))
      cursor = page.next_cursor
    } while (cursor !== undefined)
    expect(seen.toSorted()).toEqual(urls.toSorted())
  })

  it('filters by project, status, channel, URL, batch and time, and shows an account its own only', async () => {
    const account_id = crypto.randomUUID()
    const one = await submit(environment.broker, {
      account_id,
      urls: ['https://one.example/a'],
      project: 'one.example',
    })
    await untilAll(environment.db, one.batch_id, 'delivered')
    await environment.tell({ next: [{ status: 403, errorCode: 'InvalidKey' }] })
    const two = await submit(environment.broker, {
      account_id,
      urls: ['https://two.example/b'],
      project: 'two.example',
    })
    await untilAll(environment.db, two.batch_id, 'rejected')
    const find = async (filter: object) =>
      (await deliveries.listDeliveries({ account_id, per_page: 10, ...filter })).deliveries.map(({ url }) => url)
    const [a, b] = ['https://one.example/a', 'https://two.example/b']
    expect(await find({})).toEqual([b, a])
    expect(await find({ project: 'one.example' })).toEqual([a])
    expect(await find({ status: 'rejected' })).toEqual([b])
    expect(await find({ project: 'two.example', status: 'delivered' })).toEqual([])
    expect(await find({ channel: 'indexnow', url: a })).toEqual([a])
    expect(await find({ batch_id: two.batch_id })).toEqual([b])
    expect(await find({ from: two.submitted_at })).toEqual([b])
    expect(await find({ until: two.submitted_at })).toEqual([a])
    expect(await find({ account_id: crypto.randomUUID() })).toEqual([])
    await expect(find({ status: 'lost' })).rejects.toMatchObject({ kind: 'invalid' })
    await expect(find({ from: 'yesterday' })).rejects.toMatchObject({ kind: 'invalid' })
    await expect(find({ cursor: 'nonsense' })).rejects.toMatchObject({ kind: 'invalid' })
  })

  it.each(['2026-02-31T10:00:00.000Z', '+275760-09-13T00:00:00.000Z', '2026', '0000-01-01T00:00:00.000Z'])(
    'refuses the time %s, which PostgreSQL does not take, in a cursor and in a filter',
    async (time) => {
      const { account_id, batch_id } = await submit(environment.broker, {
        urls: ['https://www.example.com/a', 'https://www.example.com/b'],
      })
      await untilAll(environment.db, batch_id, 'delivered')
      const find = (request: object) => deliveries.listDeliveries({ account_id, per_page: 10, ...request })
      const { next_cursor = '' } = await find({ per_page: 1 })
      const [shape, , id]: unknown[] = JSON.parse(Buffer.from(next_cursor, 'base64url').toString())
      const cursor = (at: string) => Buffer.from(JSON.stringify([shape, at, id])).toString('base64url')
      expect(await find({ cursor: cursor('2026-11-21T10:00:00.000Z') })).toEqual({ deliveries: [] })
      await expect(find({ cursor: cursor(time) })).rejects.toMatchObject({ errors: { cursor: [expect.any(String)] } })
      await expect(find({ from: time })).rejects.toMatchObject({
        errors: { from: [expect.stringContaining('RFC 3339')] },
      })
      await expect(find({ until: time })).rejects.toMatchObject({ errors: { until: [expect.any(String)] } })
    },
  )

  it('shows a batch URL by URL to its own account', async () => {
    const { account_id, batch_id } = await submit(environment.broker)
    await untilAll(environment.db, batch_id, 'delivered')
    const { deliveries: found } = await deliveries.getBatch({ account_id, batch_id })
    expect(found).toMatchObject([
      { url: 'https://www.example.com/a', status: 'delivered', attempts: 1, engine_status: 200 },
    ])
    expect(await deliveries.getBatch({ account_id: crypto.randomUUID(), batch_id })).toEqual({ deliveries: [] })
  })

  it('requeues what was rejected, counted from zero, and nothing of another account', async () => {
    await environment.tell({ next: [{ status: 403, errorCode: 'InvalidKey' }] })
    const { account_id, batch_id, submitted_at } = await submit(environment.broker)
    await untilAll(environment.db, batch_id, 'rejected')
    expect(await deliveries.requeueDeliveries({ account_id: crypto.randomUUID(), batch_id })).toEqual({ count: 0 })
    const rejected = (changes: object = {}) =>
      deliveries.countRejected({ account_id, rejected_since: submitted_at, ...changes })
    expect(await rejected()).toEqual({ count: 1 })
    expect(await rejected({ project: 'other.example' })).toEqual({ count: 0 })
    expect(await rejected({ rejected_since: new Date(Date.now() + 60_000).toISOString() })).toEqual({ count: 0 })
    expect(await rejected({ account_id: crypto.randomUUID() })).toEqual({ count: 0 })
    await expect(rejected({ rejected_since: 'yesterday' })).rejects.toMatchObject({ kind: 'invalid' })
    expect(await deliveries.requeueDeliveries({ account_id, rejected_since: submitted_at })).toEqual({ count: 1 })
    expect(await rejected()).toEqual({ count: 0 })
    expect(await untilAll(environment.db, batch_id, 'delivered')).toMatchObject([{ attempts: 1, reason: null }])
    await expect(deliveries.requeueDeliveries({ account_id })).rejects.toMatchObject({ kind: 'invalid' })
  })
})

describe('a delivery held for its key', () => {
  it('waits until the site serves the key file exactly, and is then delivered', async () => {
    const file = { status: 404, type: 'text/plain', body: '' }
    const site = createServer((_request, response) => {
      response.writeHead(file.status, { 'content-type': file.type }).end(file.body)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
    try {
      await environment.tell({ pending: [host] })
      const { batch_id } = await submit(environment.broker, { urls: [`http://${host}/a`], project: '127.0.0.1' })
      const [row] = await untilAll(environment.db, batch_id, 'held')
      expect(row).toMatchObject({ reason: 'key_unverified', attempts: 6, next_at: null })
      await environment.tell({ pending: [] })
      const checked = async (count: number) => {
        const { rows } = await environment.db.query<{ checks: number }>({ text: 'select checks from key_checks' })
        return (rows[0]?.checks ?? 0) >= count
      }
      for (const [looks, wrong] of [
        [1, { status: 200, type: 'text/html', body: key }],
        [2, { status: 200, type: 'text/plain', body: `${key}\n` }],
      ] as const) {
        Object.assign(file, wrong)
        await until(`look ${looks} is over`, () => checked(looks + 1))
        expect(await rowsOf(environment.db, batch_id)).toMatchObject([{ status: 'held' }])
      }
      Object.assign(file, { status: 200, type: 'text/plain; charset=utf-8', body: key })
      await untilAll(environment.db, batch_id, 'delivered')
    } finally {
      site.close()
    }
  })
})
