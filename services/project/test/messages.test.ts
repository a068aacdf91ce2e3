import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { keyRevoked } from '@pagebell/messages/key-revoked'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import { hashToken } from '@pagebell/tokens/token'
import { startService } from '../src/service.ts'
import { type RunningProject, startProject } from './start-project.ts'

const seen: { message: string; body: Record<string, unknown> }[] = []
const running = new AsyncDisposableStack()
let service: RunningProject
let wire: TcpProxy
let listener: Broker

beforeAll(async () => {
  service = running.use(
    await startProject({
      amqpUrl: async (url) => {
        wire = running.use(await startTcpProxy(url))
        return wire.through(url)
      },
    }),
  )
  const { queues, log } = service
  listener = running.use(await connectBroker({ ...queues, log, service: 'intake' }))
  const note = (message: string) => async (body: object) => void seen.push({ message, body: { ...body } })
  running.use(await listener.consume(planChanged, 'intake', note('plan.changed')))
  running.use(await listener.consume(projectDeleted, 'report', note('project.deleted')))
  running.use(await listener.subscribe(keyRevoked, note('key.revoked')))
})
afterAll(() => running.disposeAsync())

const arrived = (message: string, body: object) =>
  until(`${message} has arrived`, () =>
    seen.find(
      (one) => one.message === message && Object.entries(body).every(([field, value]) => one.body[field] === value),
    ),
  )

it('a new account’s limits are published', async () => {
  const { accountId } = await service.newAccount('pro')
  const { body } = await arrived('plan.changed', { account_id: accountId })
  const limits = {
    urls_per_day: 10_000,
    urls_per_month: 200_000,
    reports: 200_000,
    analyses_per_minute: 300,
    hook_requests_per_minute: 60_000,
  }
  expect(body).toMatchObject({ limits, version: 1 })
})

it('a changed plan is published with a higher version, and gateways drop cached keys', async () => {
  const { accountId, email, apiKey } = await service.newAccount('pro')
  const { key_id } = await service.accounts.authenticate({ key_sha256: hashToken(apiKey) })
  await service.accounts.changePlan({ email, plan: 'unlimited' })
  const { body } = await arrived('plan.changed', { account_id: accountId, version: 2 })
  expect(body['limits']).toEqual({
    urls_per_day: null,
    urls_per_month: null,
    reports: null,
    analyses_per_minute: null,
    analyses_per_day: null,
    site_pages: null,
    hook_requests_per_minute: null,
  })
  await arrived('key.revoked', { account_id: accountId, key_id })
})

it('a suspended account is published with limits of zero and a higher version, a resumed one with those of its plan', async () => {
  const { accountId, email, apiKey } = await service.newAccount('pro')
  const { key_id } = await service.accounts.authenticate({ key_sha256: hashToken(apiKey) })
  await service.accounts.suspendAccount({ email })
  const { body } = await arrived('plan.changed', { account_id: accountId, version: 2 })
  const nothing = { urls_per_day: 0, urls_per_month: 0, analyses_per_minute: 0, analyses_per_day: 0 }
  expect(body['limits']).toMatchObject(nothing)
  await arrived('key.revoked', { account_id: accountId, key_id })
  // Another plan does not end the suspension.
  await service.accounts.changePlan({ email, plan: 'unlimited' })
  expect((await arrived('plan.changed', { account_id: accountId, version: 3 })).body['limits']).toMatchObject(nothing)

  await service.accounts.resumeAccount({ email })
  const resumed = await arrived('plan.changed', { account_id: accountId, version: 4 })
  expect(resumed.body['limits']).toMatchObject({ urls_per_day: null, analyses_per_day: null })
})

it('a deleted account publishes the deletion of its projects and keys and limits of zero, and leaves nothing', async () => {
  const { accountId: account_id, email, apiKey } = await service.newAccount('pro')
  const { key_id } = await service.accounts.authenticate({ key_sha256: hashToken(apiKey) })
  const names = ['one.example', 'two.example']
  for (const project of names) await service.projects.createProject({ account_id, project, idempotency: null })
  await service.signIns.createResetToken({ email })
  expect(await service.accounts.deleteAccount({ email })).toMatchObject({ account: { account_id }, projects: 2 })
  for (const project of names) await arrived('project.deleted', { account_id, project })
  await arrived('key.revoked', { account_id, key_id })
  const { body } = await arrived('plan.changed', { account_id, version: 2 })
  expect(body['limits']).toMatchObject({ urls_per_day: 0, analyses_per_day: 0 })

  await until('the outbox is empty', outboxIsEmpty)
  const tables = ['account', 'api_key', 'project', 'password_reset', 'idempotency', 'channel_settings', 'outbox']
  for (const table of tables) {
    const text = `select from ${table} where account_id = $1`
    expect([table, (await service.db.acrossAccounts().query({ text, values: [account_id] })).rowCount]).toEqual([
      table,
      0,
    ])
  }
  await expect(service.accounts.deleteAccount({ email })).rejects.toMatchObject({ kind: 'not_found' })
})

it('a revoked key is published once, however often it is revoked', async () => {
  const { accountId, apiKey } = await service.newAccount()
  const { key_id } = await service.accounts.authenticate({ key_sha256: hashToken(apiKey) })
  await service.accounts.revokeKey({ account_id: accountId, key_id })
  await service.accounts.revokeKey({ account_id: accountId, key_id })
  await arrived('key.revoked', { key_id })
  await until('the outbox is empty', outboxIsEmpty)
  expect(seen.filter(({ body }) => body['key_id'] === key_id)).toHaveLength(1)
})

it('a change of plans.ts is published for the accounts of that plan, once', async () => {
  const { accountId } = await service.newAccount('free')
  await startAnother()
  const version = async () => (await service.accounts.getAccount({ account_id: accountId })).limits_version
  const settled = await version()
  await startAnother()
  expect(await version()).toBe(settled)

  await service.db.acrossAccounts().query({ text: `update announced_plan set limits = '{}' where plan = 'free'` })
  await startAnother()
  expect(await version()).toBe(settled + 1)
  await arrived('plan.changed', { account_id: accountId, version: settled + 1 })
})

it('with RabbitMQ away every call succeeds, and what it should tell arrives when RabbitMQ is back', async () => {
  const { accountId } = await service.newAccount()
  const { project, project_id } = await service.projects.createProject({
    account_id: accountId,
    project: 'away.example.com',
    idempotency: null,
  })
  await until('the outbox is empty', outboxIsEmpty)
  wire.cut()
  await service.projects.deleteProject({ account_id: accountId, project })
  const { accountId: second } = await service.newAccount()
  expect(await outboxIsEmpty()).toBe(false)
  expect(seen.some(({ body }) => body['project_id'] === project_id)).toBe(false)

  wire.restore()
  const { body } = await arrived('project.deleted', { project_id })
  expect(body).toMatchObject({ account_id: accountId, project, deleted_at: expect.stringMatching(/Z$/) })
  await arrived('plan.changed', { account_id: second })
  await until('the outbox is empty', outboxIsEmpty)
})

/** A copy of the service announces changed plans when it starts. */
async function startAnother(): Promise<void> {
  await using _copy = await startService(service.config, service.log)
}

async function outboxIsEmpty(): Promise<boolean> {
  return (await service.db.acrossAccounts().query({ text: 'select from outbox' })).rowCount === 0
}
