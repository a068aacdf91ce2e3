import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import amqp, { type Channel, type ChannelModel } from 'amqplib'
import type { Service } from '../src/start-service.ts'
import { rowsOf, type Surroundings, startSurroundings, submission, submit, untilAll } from './start-notifier.ts'

let around: Surroundings
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let service: Service
let connection: ChannelModel
let channel: Channel

beforeAll(async () => {
  around = await startSurroundings()
  proxy = await startTcpProxy(around.databaseUrl)
  service = await around.startCopy({ databaseUrl: proxy.through(around.databaseUrl) })
  connection = await amqp.connect(around.rabbit.url)
  channel = await connection.createChannel()
})
afterAll(async () => {
  await connection.close()
  await service[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await around[Symbol.asyncDispose]()
})
beforeEach(() => around.clear())

/** A body no producer of ours would send. */
const sendRaw = (key: string, body: unknown) =>
  channel.publish(`${around.rabbit.prefix}pagebell`, key, Buffer.from(JSON.stringify(body)), {
    contentType: 'application/json',
    messageId: crypto.randomUUID(),
  })
const untilDead = (queue: string) =>
  until(`${queue} has a dead letter`, async () => channel.get(`${around.rabbit.prefix}${queue}.dead`, { noAck: true }))

const deleted = (of: { account_id: string; project_id: string; project: string }) => {
  const { account_id, project_id, project } = of
  const body = { account_id, project_id, project, deleted_at: new Date().toISOString() }
  return around.broker.publish(projectDeleted, body, { id: crypto.randomUUID() })
}

describe('urls.submitted', () => {
  it('becomes a delivery for each URL, in one engine request for each host', async () => {
    const urls = [
      'https://www.example.com/a',
      'http://www.example.com/b',
      'https://example.com/c',
      'https://x.example.com:8443/d',
    ]
    const { batch_id } = await submit(around.broker, { urls, action: 'delete' })
    expect(await untilAll(around.db, batch_id, 'delivered')).toHaveLength(4)
    const hosts = (await around.requests()).map(({ host, urls: count }) => `${host} ${count}`).sort()
    expect(hosts).toEqual(['example.com 1', 'www.example.com 2', 'x.example.com:8443 1'])
  })

  it('with a bad body, an unknown channel or something that is no URL is a dead letter', async () => {
    sendRaw('urls.submitted.v1', { nonsense: true })
    await untilDead('notifier.urls.submitted.v1')
    for (const bad of [{ channel: 'carrier-pigeon' }, { urls: ['no url'] }]) {
      const { batch_id } = await submit(around.broker, bad)
      await untilDead('notifier.urls.submitted.v1')
      expect(await rowsOf(around.db, batch_id)).toEqual([])
    }
  })

  it('twice is delivered once', async () => {
    const body = submission()
    await around.broker.publish(urlsSubmitted, body, { id: body.batch_id })
    await untilAll(around.db, body.batch_id, 'delivered')
    await around.broker.publish(urlsSubmitted, body, { id: body.batch_id })
    const after = await submit(around.broker)
    await untilAll(around.db, after.batch_id, 'delivered')
    expect(await rowsOf(around.db, body.batch_id)).toHaveLength(1)
    expect(around.engine.received()).toHaveLength(2)
  })

  it('while the database is away waits, and is delivered when it is back', async () => {
    proxy.cut()
    const { batch_id } = await submit(around.broker)
    expect(await rowsOf(around.db, batch_id)).toEqual([])
    proxy.restore()
    await untilAll(around.db, batch_id, 'delivered')
  })
})

describe('project.deleted', () => {
  it('drops what is open and what comes late, and leaves what is delivered and what is others’', async () => {
    await around.tell({ next: [{ status: 200 }] })
    const done = await submit(around.broker)
    await untilAll(around.db, done.batch_id, 'delivered')
    around.projects.away = true
    const open = await submit(around.broker, { account_id: done.account_id, project_id: done.project_id })
    const others = await submit(around.broker, { account_id: done.account_id })
    await until('both have come', async () => {
      const counts = [await rowsOf(around.db, open.batch_id), await rowsOf(around.db, others.batch_id)]
      return counts.every((rows) => rows.length === 1)
    })
    await deleted(done)
    expect(await untilAll(around.db, open.batch_id, 'dropped')).toMatchObject([
      { reason: 'project_deleted', next_at: null },
    ])
    const late = await submit(around.broker, { account_id: done.account_id, project_id: done.project_id })
    await untilAll(around.db, late.batch_id, 'dropped')
    around.projects.away = false
    await untilAll(around.db, others.batch_id, 'delivered')
    expect(await rowsOf(around.db, done.batch_id)).toMatchObject([{ status: 'delivered' }])
    expect(around.engine.received()).toHaveLength(2)
  })

  it('with a bad body is a dead letter', async () => {
    sendRaw('project.deleted.v1', { project_id: 7 })
    await untilDead('notifier.project.deleted.v1')
  })

  it('twice has one effect', async () => {
    const body = submission()
    await deleted(body)
    await deleted(body)
    await around.broker.publish(urlsSubmitted, body, { id: body.batch_id })
    await until('it is dropped', async () => (await rowsOf(around.db, body.batch_id))[0]?.status === 'dropped')
    const text = 'select from deleted_project where project_id = $1'
    expect((await around.db.query({ text, values: [body.project_id] })).rowCount).toBe(1)
  })

  it('while the database is away is done when it is back', async () => {
    around.projects.away = true
    const body = await submit(around.broker)
    await until('it has come', async () => (await rowsOf(around.db, body.batch_id)).length === 1)
    proxy.cut()
    await deleted(body)
    proxy.restore()
    await untilAll(around.db, body.batch_id, 'dropped')
    around.projects.away = false
  })
})
