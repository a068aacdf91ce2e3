import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import amqp, { type ChannelModel } from 'amqplib'
import {
  intakeUnderTest,
  newHook,
  nextVersion,
  pages,
  type Running,
  submit,
  type UnderTest,
} from './intake-under-test.ts'

let test: UnderTest
let intake: Running
let proxy: TcpProxy
let broker: Broker
let raw: ChannelModel

beforeAll(async () => {
  test = await intakeUnderTest()
  proxy = await startTcpProxy(test.settings.DATABASE_URL)
  intake = await test.start({ DATABASE_URL: proxy.through(test.settings.DATABASE_URL) })
  const { AMQP_URL: url, AMQP_PREFIX: prefix } = test.settings
  broker = await connectBroker({ url, prefix, log: test.log, service: 'project' })
  raw = await amqp.connect(url)
})
afterAll(async () => {
  await raw.close()
  await broker[Symbol.asyncDispose]()
  await test[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
})

const limitOf = async (account_id: string) => (await intake.quotas.getUsage({ account_id })).day?.limit
const deletion = ({
  account_id,
  project_id,
  project,
}: {
  account_id: string
  project_id: string
  project: string
}) => ({
  account_id,
  project_id,
  project,
  deleted_at: '2026-11-21T10:00:00.000Z',
})
const id = () => crypto.randomUUID()
/** The database is back only when the consumer has missed it over this message. */
const missed = (message: string) =>
  until('the consumer pauses', () =>
    test.lines.some((line) => line.includes(message) && line.includes('the consumer pauses')),
  )
const tombstones = (projectId: string) => test.query('select from closed_project where project_id = $1', [projectId])

describe.each(['plan.changed.v1', 'project.deleted.v1'])('%s', (key) => {
  it('with a bad body goes to the dead letters', async () => {
    const channel = await raw.createConfirmChannel()
    const prefix = test.settings.AMQP_PREFIX
    const messageId = id()
    channel.publish(`${prefix}pagebell`, key, Buffer.from('{"account_id":"nobody"}'), { messageId })
    await channel.waitForConfirms()
    const dead = await until('it is a dead letter', () => channel.get(`${prefix}intake.${key}.dead`, { noAck: true }))
    expect(dead.properties.messageId).toBe(messageId)
    await channel.close()
  })
})

describe('plan.changed', () => {
  it('sets the limits, once however often it comes, and never back to an older version', async () => {
    const hook = await newHook(intake, { urls_per_day: 1 })
    const version = nextVersion()
    const plan = (urls_per_day: number, of: number) => ({
      account_id: hook.account_id,
      limits: { urls_per_day, urls_per_month: null, hook_requests_per_minute: 7 },
      version: of,
    })
    const same = id()
    await broker.publish(planChanged, plan(50, version), { id: same })
    await until('the limit is 50', async () => (await limitOf(hook.account_id)) === 50)
    await broker.publish(planChanged, plan(50, version), { id: same })
    await broker.publish(planChanged, plan(7, version - 1), { id: id() })
    await broker.publish(planChanged, plan(60, nextVersion()), { id: id() })
    await until('the limit is 60', async () => (await limitOf(hook.account_id)) === 60)
    const stored = await test.query('select requests_per_minute::int as stored from account where account_id = $1', [
      hook.account_id,
    ])
    expect(stored).toEqual([{ stored: 7 }])
  })

  it('waits while the database is away', async () => {
    const hook = await newHook(intake, { urls_per_day: 1 })
    const message = id()
    proxy.cut()
    await broker.publish(
      planChanged,
      { account_id: hook.account_id, limits: { urls_per_day: 9, urls_per_month: null }, version: nextVersion() },
      { id: message },
    )
    await missed(message)
    proxy.restore()
    await until('the limit is 9', async () => (await limitOf(hook.account_id)) === 9)
  })
})

describe('project.deleted', () => {
  it('ends the token, drops what has not been sent, and leaves no way to a new token', async () => {
    const hook = await newHook(intake)
    const { body } = await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await until('it is confirmed', async () => (await test.query('select from outbox')).length === 0)
    await test.query('insert into outbox (batch_id, account_id, project_id, due_at) values ($1, $2, $3, $4)', [
      body.batch_id,
      hook.account_id,
      hook.project_id,
      '2030-01-01',
    ])
    const same = id()
    await broker.publish(projectDeleted, deletion(hook), { id: same })
    await broker.publish(projectDeleted, deletion(hook), { id: same })
    await until('the tombstone stands', async () => (await tombstones(hook.project_id)).length === 1)
    expect((await submit(intake.url, hook.token, { urls: pages(2, 2) })).status).toBe(404)
    expect(await test.query('select from outbox where project_id = $1', [hook.project_id])).toEqual([])
    await expect(
      intake.hooks.rotateHook({
        ...hook,
        grace_seconds: 0,
        limits: { version: nextVersion() },
        idempotency: undefined,
      }),
    ).rejects.toMatchObject({ kind: 'not_found', code: 'project_gone' })
  })

  it('waits while the database is away', async () => {
    const hook = await newHook(intake)
    const message = id()
    proxy.cut()
    await broker.publish(projectDeleted, deletion(hook), { id: message })
    await missed(message)
    proxy.restore()
    await until('the tombstone stands', async () => (await tombstones(hook.project_id)).length === 1)
  })
})
