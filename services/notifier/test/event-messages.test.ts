import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { Body } from '@pagebell/messages/define-message'
import { quotaReached } from '@pagebell/messages/quota-reached'
import { reportEnded } from '@pagebell/messages/report-ended'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { until } from '@pagebell/testing/until'
import { rowsOf, submission, untilAll } from './start-notifier.ts'
import { channel, environment, events, proxy, receiver, useEvents } from './use-events.ts'

useEvents()

async function newEndpoint(chosen: string[] = [], account_id: string = randomUUID()) {
  const place = { account_id, project_id: randomUUID() }
  const { secret } = await events.putEndpoint({ ...place, project: 'example.com', url: receiver.url, events: chosen })
  return { ...place, secret }
}

const ended = (of: object, changes: Partial<Body<typeof reportEnded>> = {}): Body<typeof reportEnded> => ({
  account_id: randomUUID(),
  project_id: randomUUID(),
  project: 'example.com',
  report_id: randomUUID(),
  run_id: randomUUID(),
  url: 'https://example.com/page',
  ended_at: '2026-11-21T10:00:00.000Z',
  rating: { result: 'decent', score: 70 },
  ...withoutSecret(of),
  ...changes,
})
const reached = (account_id: string, changes: Partial<Body<typeof quotaReached>> = {}): Body<typeof quotaReached> => ({
  account_id,
  period: '2026-11-21',
  threshold: 80,
  used: 81,
  limit: 100,
  reached_at: '2026-11-21T10:00:00.000Z',
  resets_at: '2026-11-22T00:00:00.000Z',
  ...changes,
})
function withoutSecret(of: object): object {
  const { secret: _secret, ...place } = of as { secret?: string }
  return place
}
const publishEnded = (body: Body<typeof reportEnded>) =>
  environment.broker.publish(reportEnded, body, { id: randomUUID() })
const publishReached = (body: Body<typeof quotaReached>) =>
  environment.broker.publish(quotaReached, body, { id: randomUUID() })
const untilGot = (count: number) => until(`${count} have come`, () => receiver.got.length >= count)
const countOf = async (account_id: string) => {
  const text = 'select from outbound_events where account_id = $1'
  return (await environment.db.query({ text, values: [account_id] })).rowCount
}
const typesGot = () => receiver.got.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort()

async function untilDead(key: string, body: unknown): Promise<void> {
  channel.publish(`${environment.rabbit.prefix}pagebell`, key, Buffer.from(JSON.stringify(body)), {
    messageId: randomUUID(),
  })
  const queue = `${environment.rabbit.prefix}notifier.${key}.dead`
  await until(`${queue} has a dead letter`, async () => channel.get(queue, { noAck: true }))
}

describe('report.ended', () => {
  it('is sent to the endpoint of the project, also as report.worsened, each signed', async () => {
    const { secret, ...place } = await newEndpoint()
    const body = ended(place, { before: { result: 'good', score: 91 } })
    await publishEnded(body)
    await untilGot(2)
    const received = receiver.got.map((one) => receiver.verify(one, secret))
    expect(typesGot()).toEqual(['report.completed', 'report.worsened'])
    const data = { report_id: body.report_id, page: `https://pagebell.example/r/${body.report_id}`, score: 70 }
    expect(received.find(({ type }) => type === 'report.completed')).toMatchObject({ timestamp: body.ended_at, data })
    expect(received.find(({ type }) => type === 'report.worsened')?.data).toMatchObject({ ...data, score_change: -21 })
  })

  it('does nothing where there is no endpoint, one that does not want it, a disabled one or another project’s', async () => {
    const other = await newEndpoint(['quota.warning'])
    const disabled = await newEndpoint()
    await events.setEndpointEnabled({ ...withoutSecret(disabled), enabled: false } as never)
    const wanting = await newEndpoint()
    const bodies = [ended({}), ended(other), ended(disabled), ended({ account_id: wanting.account_id })]
    for (const body of bodies) await publishEnded(body)
    const last = ended(wanting)
    await publishEnded(last)
    await untilGot(1)
    const ids = receiver.got.map(({ body }) => (JSON.parse(body) as { data: { run_id: string } }).data.run_id)
    expect(ids).toEqual([last.run_id])
    for (const { account_id } of bodies.slice(0, 3)) expect(await countOf(account_id)).toBe(0)
  })

  it('with a bad body is a dead letter', async () => {
    await untilDead('report.ended.v1', { ...ended({}), rating: { result: 'splendid', score: 70 } })
  })

  it('twice is sent once', async () => {
    const endpoint = await newEndpoint()
    const body = ended(endpoint)
    await publishEnded(body)
    await publishEnded(body)
    await publishEnded(ended(endpoint))
    await untilGot(2)
    await until('both are noted', async () => (await countOf(endpoint.account_id)) === 2)
    expect(receiver.got).toHaveLength(2)
  })

  it('waits while the database is unavailable, and is sent afterwards', async () => {
    const endpoint = await newEndpoint()
    proxy.cut()
    await publishEnded(ended(endpoint))
    expect(await countOf(endpoint.account_id)).toBe(0)
    proxy.restore()
    await untilGot(1)
  })
})

describe('quota.reached', () => {
  it('is sent to every endpoint of the account that subscribes to it, once a period and threshold', async () => {
    const first = await newEndpoint()
    const second = await newEndpoint(['quota.warning'], first.account_id)
    await newEndpoint(['batch.completed'], first.account_id)
    const others = await newEndpoint()
    for (const body of [
      reached(first.account_id),
      reached(first.account_id),
      reached(first.account_id, { threshold: 100 }),
    ])
      await publishReached(body)
    await publishReached(reached(first.account_id, { period: '2026-11', resets_at: '2026-12-01T00:00:00.000Z' }))
    await until('each is sent', () => receiver.got.length >= 6)
    await publishReached(reached(others.account_id))
    await untilGot(7)
    expect(receiver.got).toHaveLength(7)
    const received = receiver.got.flatMap((one) => {
      try {
        return [receiver.verify(one, second.secret).data]
      } catch {
        // Another endpoint's.
        return []
      }
    })
    expect(received).toHaveLength(3)
    expect(received).toContainEqual({
      period: 'day',
      starts: '2026-11-21',
      threshold: 80,
      used: 81,
      limit: 100,
      resets_at: '2026-11-22T00:00:00.000Z',
    })
    expect(received).toContainEqual(expect.objectContaining({ period: 'month', starts: '2026-11' }))
  })

  it('with a bad body is a dead letter', async () => {
    await untilDead('quota.reached.v1', { ...reached(randomUUID()), threshold: 90 })
  })

  it('waits while the database is unavailable, and is sent afterwards', async () => {
    const endpoint = await newEndpoint()
    proxy.cut()
    await publishReached(reached(endpoint.account_id))
    proxy.restore()
    await untilGot(1)
  })
})

describe('a batch', () => {
  const part = (place: object, batch_id: string, urls: string[], batch_urls?: number) => {
    const body = submission({ ...withoutSecret(place), batch_id, urls })
    const extensions = batch_urls === undefined ? {} : { batchurls: String(batch_urls) }
    return environment.broker.publish(urlsSubmitted, body, { id: randomUUID(), extensions })
  }
  const page = (n: number) => `https://www.example.com/${n}`

  it('is sent with the counts when all of its messages have arrived and each URL has its final state', async () => {
    const { secret, ...place } = await newEndpoint()
    const batch_id = randomUUID()
    await environment.tell({ next: [{ status: 200 }, { status: 422 }] })
    await part(place, batch_id, [page(1), page(2)], 3)
    await untilAll(environment.db, batch_id, 'delivered')
    const text = 'select next_at from watched_batches where batch_id = $1'
    const watched = await environment.db.query({ text, values: [batch_id] })
    expect(watched.rowCount).toBe(1)
    expect(receiver.got).toEqual([])
    await part(place, batch_id, [page(3)], 3)
    await untilGot(1)
    expect(receiver.verify(receiver.got[0], secret)).toMatchObject({
      type: 'batch.completed',
      data: {
        batch_id,
        project: 'example.com',
        action: 'update',
        deliveries: 3,
        delivered: 2,
        rejected: 1,
        dropped: 0,
        set_aside: 0,
      },
    })
    expect((await environment.db.query({ text, values: [batch_id] })).rowCount).toBe(0)
    await part(place, batch_id, [page(3)], 3)
    await part(place, randomUUID(), [page(4)], 1)
    await untilGot(2)
    expect(new Set(receiver.got.map(({ body }) => JSON.parse(body).data.batch_id)).size).toBe(2)
  })

  it('is sent too when some of it is a dead letter', async () => {
    const { secret, ...place } = await newEndpoint()
    const batch_id = randomUUID()
    await part(place, batch_id, [page(1)], 2)
    await part({ ...place, channel: 'carrier-pigeon' }, batch_id, [page(1)], 2)
    await untilGot(1)
    const counts = { deliveries: 2, delivered: 1, rejected: 0, dropped: 0, set_aside: 1 }
    expect(receiver.verify(receiver.got[0], secret)).toMatchObject({ type: 'batch.completed', data: counts })
  })

  it('is not watched without a subscription, nor without a size', async () => {
    const place = await newEndpoint(['report.completed'])
    const unknown = await newEndpoint()
    const batches = [randomUUID(), randomUUID()] as const
    await part(place, batches[0], [page(1)], 1)
    await part(unknown, batches[1], [page(1)])
    for (const batch of batches)
      await until('it has come', async () => (await rowsOf(environment.db, batch)).length === 1)
    expect((await environment.db.query({ text: 'select from watched_batches' })).rowCount).toBe(0)
  })
})
