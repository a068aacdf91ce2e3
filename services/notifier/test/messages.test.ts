import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { listDeadLetters, replayDeadLetters } from '@pagebell/broker/dead-letters'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import amqp, { type Channel, type ChannelModel } from 'amqplib'
import pg from 'pg'
import { hashUrl } from '../src/deliveries/delivery.ts'
import { restoreDeadLettered } from '../src/deliveries/insert.sql.ts'
import type { Service } from '../src/service.ts'
import { rowsOf, startTestEnvironment, submission, submit, type TestEnvironment, untilAll } from './start-notifier.ts'

let environment: TestEnvironment
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let service: Service
let connection: ChannelModel
let channel: Channel
let owner: pg.Pool
let deliveries: ReturnType<TestEnvironment['callDeliveries']>

beforeAll(async () => {
  environment = await startTestEnvironment()
  proxy = await startTcpProxy(environment.databaseUrl)
  service = await environment.startCopy({ config: { DATABASE_URL: proxy.through(environment.databaseUrl) } })
  connection = await amqp.connect(environment.rabbit.url)
  channel = await connection.createChannel()
  owner = new pg.Pool({ connectionString: environment.adminUrl, max: 1 })
  deliveries = environment.callDeliveries(service)
})
afterAll(async () => {
  await connection.close()
  await owner.end()
  await deliveries[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await environment[Symbol.asyncDispose]()
})
beforeEach(() => environment.clear())

/** A body no producer of ours would send. */
const sendRaw = (key: string, body: unknown, headers: Record<string, unknown> = {}) =>
  channel.publish(`${environment.rabbit.prefix}pagebell`, key, Buffer.from(JSON.stringify(body)), {
    contentType: 'application/json',
    messageId: crypto.randomUUID(),
    headers,
  })
const untilDead = (queue: string) =>
  until(`${queue} has a dead letter`, async () =>
    channel.get(`${environment.rabbit.prefix}${queue}.dead`, { noAck: true }),
  )

const deleted = (of: { account_id: string; project_id: string; project: string }) => {
  const { account_id, project_id, project } = of
  const body = { account_id, project_id, project, deleted_at: new Date().toISOString() }
  return environment.broker.publish(projectDeleted, body, { id: crypto.randomUUID() })
}

describe('urls.submitted', () => {
  it('becomes a delivery for each URL, in one engine request for each host', async () => {
    const urls = [
      'https://www.example.com/a',
      'http://www.example.com/b',
      'https://example.com/c',
      'https://x.example.com:8443/d',
    ]
    const { batch_id } = await submit(environment.broker, { urls, action: 'delete' })
    expect(await untilAll(environment.db, batch_id, 'delivered')).toHaveLength(4)
    const hosts = (await environment.requests()).map(({ host, urls: count }) => `${host} ${count}`).sort()
    expect(hosts).toEqual(['example.com 1', 'www.example.com 2', 'x.example.com:8443 1'])
  })

  it('with a bad body, an unknown channel or an invalid URL is a dead letter, and its URLs are quarantined', async () => {
    sendRaw('urls.submitted.v1', { nonsense: true })
    await untilDead('notifier.urls.submitted.v1')
    for (const bad of [{ channel: 'carrier-pigeon' }, { urls: ['no url'] }]) {
      const { batch_id, account_id } = await submit(environment.broker, bad)
      await untilDead('notifier.urls.submitted.v1')
      const aside = { status: 'set_aside', reason: 'waits_for_the_operator', next_at: null }
      expect(await rowsOf(environment.db, batch_id)).toMatchObject([aside])
      expect(await deliveries.requeueDeliveries({ account_id, batch_id })).toEqual({ count: 0 })
      const listed = await deliveries.listDeliveries({ account_id, per_page: 10, status: 'set_aside' })
      expect(listed.deliveries).toMatchObject([{ batch_id, status: 'set_aside' }])
    }
  })

  it('that is a dead letter waits with its URLs quarantined, and its replay delivers each of them once', async () => {
    // What nothing in the message is to blame for: the fifth delivery is its last.
    const broken = submission({
      project: 'broken.example',
      urls: ['https://www.example.com/a', 'https://www.example.com/b'],
    })
    await owner.query(
      `create function refuse_due() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
    )
    await owner.query(`create trigger refuse_due before insert on deliveries for each row
      when (new.project = 'broken.example' and new.status = 'pending') execute function refuse_due()`)
    sendRaw('urls.submitted.v1', broken, { 'x-attempts': 4 })
    await untilAll(environment.db, broken.batch_id, 'set_aside')
    const { url, prefix } = environment.rabbit
    const queue = 'notifier.urls.submitted.v1'
    await until(
      'it lies among the dead',
      async () => (await listDeadLetters(url, { prefix, queue })).counts[queue] === 1,
    )
    await owner.query('drop trigger refuse_due on deliveries')
    await owner.query('drop function refuse_due()')

    expect(await replayDeadLetters(url, { prefix, queue })).toEqual({ [queue]: 1 })
    const ended = await untilAll(environment.db, broken.batch_id, 'delivered')
    expect(ended).toMatchObject([
      { attempts: 1, reason: null },
      { attempts: 1, reason: null },
    ])
    expect((await environment.requests()).map(({ urls }) => urls)).toEqual([2])
  })

  it('that is replayed after its project was deleted drops the quarantined URLs', async () => {
    const { batch_id, ...body } = await submit(environment.broker, { channel: 'carrier-pigeon' })
    await untilAll(environment.db, batch_id, 'set_aside')
    await untilDead('notifier.urls.submitted.v1')
    await deleted(body)
    const gone = { text: 'select from deleted_project where project_id = $1', values: [body.project_id] }
    await until('the project is gone', async () => (await environment.db.query(gone)).rowCount === 1)
    // As a version does that knows the channel.
    await restoreDeadLettered(environment.db, { ...body, batch_id }, [
      { urlHash: hashUrl('https://www.example.com/a') },
    ])
    expect(await rowsOf(environment.db, batch_id)).toMatchObject([{ status: 'dropped', reason: 'project_deleted' }])
  })

  it('twice is delivered once', async () => {
    const body = submission()
    await environment.broker.publish(urlsSubmitted, body, { id: body.batch_id })
    await untilAll(environment.db, body.batch_id, 'delivered')
    await environment.broker.publish(urlsSubmitted, body, { id: body.batch_id })
    const after = await submit(environment.broker)
    await untilAll(environment.db, after.batch_id, 'delivered')
    expect(await rowsOf(environment.db, body.batch_id)).toHaveLength(1)
    expect(environment.engine.received()).toHaveLength(2)
  })

  it('while the database is away waits, and is delivered when it is back', async () => {
    proxy.cut()
    const { batch_id } = await submit(environment.broker)
    expect(await rowsOf(environment.db, batch_id)).toEqual([])
    proxy.restore()
    await untilAll(environment.db, batch_id, 'delivered')
  })
})

describe('project.deleted', () => {
  it('drops what is open and what comes late, and leaves what is delivered and what is others’', async () => {
    await environment.tell({ next: [{ status: 200 }] })
    const done = await submit(environment.broker)
    await untilAll(environment.db, done.batch_id, 'delivered')
    environment.projects.away = true
    const open = await submit(environment.broker, { account_id: done.account_id, project_id: done.project_id })
    const others = await submit(environment.broker, { account_id: done.account_id })
    await until('both have come', async () => {
      const counts = [await rowsOf(environment.db, open.batch_id), await rowsOf(environment.db, others.batch_id)]
      return counts.every((rows) => rows.length === 1)
    })
    await deleted(done)
    expect(await untilAll(environment.db, open.batch_id, 'dropped')).toMatchObject([
      { reason: 'project_deleted', next_at: null },
    ])
    const late = await submit(environment.broker, { account_id: done.account_id, project_id: done.project_id })
    await untilAll(environment.db, late.batch_id, 'dropped')
    environment.projects.away = false
    await untilAll(environment.db, others.batch_id, 'delivered')
    expect(await rowsOf(environment.db, done.batch_id)).toMatchObject([{ status: 'delivered' }])
    expect(environment.engine.received()).toHaveLength(2)
  })

  it('with a bad body is a dead letter', async () => {
    sendRaw('project.deleted.v1', { project_id: 7 })
    await untilDead('notifier.project.deleted.v1')
  })

  it('twice has one effect', async () => {
    const body = submission()
    await deleted(body)
    await deleted(body)
    await environment.broker.publish(urlsSubmitted, body, { id: body.batch_id })
    await until('it is dropped', async () => (await rowsOf(environment.db, body.batch_id))[0]?.status === 'dropped')
    const text = 'select from deleted_project where project_id = $1'
    expect((await environment.db.query({ text, values: [body.project_id] })).rowCount).toBe(1)
  })

  it('while the database is away is done when it is back', async () => {
    environment.projects.away = true
    const body = await submit(environment.broker)
    await until('it has come', async () => (await rowsOf(environment.db, body.batch_id)).length === 1)
    proxy.cut()
    await deleted(body)
    proxy.restore()
    await untilAll(environment.db, body.batch_id, 'dropped')
    environment.projects.away = false
  })
})
