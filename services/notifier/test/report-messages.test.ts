import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { alertDigested } from '@pagebell/messages/alert-digested'
import type { Body } from '@pagebell/messages/define-message'
import { siteReportEnded } from '@pagebell/messages/site-report-ended'
import { until } from '@pagebell/testing/until'
import { channel, environment, events, proxy, receiver, useEvents } from './use-events.ts'

useEvents()

/** A project with an endpoint for all events. */
async function newEndpoint() {
  const place = { account_id: randomUUID(), project_id: randomUUID() }
  const { secret } = await events.putEndpoint({ ...place, project: 'example.com', url: receiver.url, events: [] })
  return { place, secret }
}

const untilGot = (count: number) => until(`${count} have come`, () => receiver.got.length >= count)
const countOf = async ({ account_id }: { account_id: string }) => {
  const text = 'select from outbound_events where account_id = $1'
  return (await environment.db.query({ text, values: [account_id] })).rowCount
}

async function untilDead(key: string, body: unknown): Promise<void> {
  channel.publish(`${environment.rabbit.prefix}pagebell`, key, Buffer.from(JSON.stringify(body)), {
    messageId: randomUUID(),
  })
  const queue = `${environment.rabbit.prefix}notifier.${key}.dead`
  await until(`${queue} has a dead letter`, async () => channel.get(queue, { noAck: true }))
}

describe('alert.digested', () => {
  const digested = (of: object): Body<typeof alertDigested> => ({
    account_id: randomUUID(),
    project_id: randomUUID(),
    project: 'example.com',
    digest_id: randomUUID(),
    at: '2026-11-27T07:00:04.112Z',
    date: '2026-11-27',
    opened: [{ id: randomUUID(), when: 'score_drops', title: 'A', detail: 'B', since: '2026-11-26T02:00:00.000Z' }],
    resolved: [],
    more: 2,
    ...of,
  })
  const publish = (body: Body<typeof alertDigested>) =>
    environment.broker.publish(alertDigested, body, { id: randomUUID() })

  it('twice is sent once, with what it lists', async () => {
    const { secret, place } = await newEndpoint()
    const body = digested(place)
    for (const one of [body, body, digested(place)]) await publish(one)
    await untilGot(2)
    await until('both are noted', async () => (await countOf(place)) === 2)
    expect(receiver.got).toHaveLength(2)
    const received = receiver.got.map((one) => receiver.verify(one, secret))
    const { opened, resolved, more, project, date } = body
    expect(received).toContainEqual({
      type: 'alert.digest',
      timestamp: body.at,
      data: { project, date, opened, resolved, more },
    })
  })

  it('with a bad body is a dead letter', async () => {
    await untilDead('alert.digested.v1', { ...digested({}), date: 'today' })
  })

  it('waits while the database is unavailable, and is sent afterwards', async () => {
    const { place } = await newEndpoint()
    proxy.cut()
    await publish(digested(place))
    proxy.restore()
    await untilGot(1)
  })
})

describe('site-report.ended', () => {
  const ended = (of: object): Body<typeof siteReportEnded> => ({
    account_id: randomUUID(),
    project_id: randomUUID(),
    project: 'example.com',
    site_report_id: randomUUID(),
    url: 'https://example.com/',
    ended_at: '2026-11-27T03:10:00.000Z',
    status: 'failed',
    error: { code: 'dns', message: 'There is no such host.' },
    ...of,
  })
  const publish = (body: Body<typeof siteReportEnded>) =>
    environment.broker.publish(siteReportEnded, body, { id: randomUUID() })

  it('twice is sent once, as site_report.finished', async () => {
    const { secret, place } = await newEndpoint()
    const { error: _, ...done } = ended(place)
    const issues = { fail: 2, warn: 1 }
    const rating = { result: 'decent' as const, score: 71 }
    const rated = { ...done, status: 'done' as const, rating, partial: false, requested: 9, issues }
    for (const one of [rated, rated, ended(place)]) await publish(one)
    await untilGot(2)
    await until('both are noted', async () => (await countOf(place)) === 2)
    expect(receiver.got).toHaveLength(2)
    const received = receiver.got.map((one) => receiver.verify(one, secret))
    const same = { project: 'example.com', url: 'https://example.com/' }
    const data = { site_report: rated.site_report_id, ...same, status: 'done', ...rating, partial: false, issues }
    expect(received).toContainEqual(
      expect.objectContaining({ type: 'site_report.finished', data: { ...data, requested: 9, error: null } }),
    )
    expect(received.find((one) => one.data['status'] === 'failed')?.data).toMatchObject({ score: null, issues: null })
  })

  it('with a bad body is a dead letter', async () => {
    await untilDead('site-report.ended.v1', { ...ended({}), status: 'cancelled' })
  })

  it('waits while the database is unavailable, and is sent afterwards', async () => {
    const { place } = await newEndpoint()
    proxy.cut()
    await publish(ended(place))
    proxy.restore()
    await untilGot(1)
  })
})
