import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import { decodeCursor, encodeCursor } from '@pagebell/lists/cursor'
import { until } from '@pagebell/testing/until'
import { consumeSubmitted } from './consume-submitted.ts'
import { intakeUnderTest, newHook, pages, type Running, submit, type UnderTest } from './intake-under-test.ts'

let under: UnderTest
let intake: Running
const arrived: { batch_id: string; urls: string[]; channel: string; action: string }[] = []
beforeAll(async () => {
  under = await intakeUnderTest()
  intake = await under.start()
  const { url, prefix } = under.broker
  const broker = await connectBroker({ url, prefix, log: under.log, service: 'force-test' })
  stop = () => broker[Symbol.asyncDispose]()
  await consumeSubmitted(broker, (body) => void arrived.push(body))
})
let stop: () => PromiseLike<void> = async () => undefined
afterAll(async () => {
  await stop()
  await under[Symbol.asyncDispose]()
})

type Hook = Awaited<ReturnType<typeof newHook>>
const key_id = '01999999-9999-7999-8999-999999999999'
const reason = 'The engine lost them.'

const force = ({ account_id, project_id }: Pick<Hook, 'account_id' | 'project_id'>, changes: object = {}) =>
  intake.forcedBatches.forceUrls({
    account_id,
    project_id,
    urls: pages(1, 2),
    action: 'update',
    reason,
    key_id,
    channel: undefined,
    idempotency: undefined,
    ...changes,
  })

const list = async ({ account_id, project_id }: Hook, more: object = {}) =>
  intake.forcedBatches.listForcedBatches({ account_id, project_id, per_page: 10, cursor: undefined, ...more })

const usedToday = async (hook: Hook) => (await intake.quotas.getUsage(hook)).day?.used

describe('a resubmission', () => {
  it('is sent and charged inside the dedupe window, and is then a duplicate again', async () => {
    const hook = await newHook(intake, { urls_per_day: 10 })
    await submit(intake.url, hook.token, { urls: pages(1, 2) })
    const before = await submit(intake.url, hook.token, { urls: pages(1, 2) })
    expect([before.body.accepted, await usedToday(hook)]).toEqual([0, 2])

    const { batch_id, ...resubmitted } = await force(hook)
    expect(resubmitted).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: 0,
      results: pages(1, 2).map((url) => ({ url, verdict: 'accepted' })),
    })
    expect(await usedToday(hook)).toBe(4)
    const message = await until('it is on its way', () => arrived.find((one) => one.batch_id === batch_id))
    expect(message).toMatchObject({ urls: pages(1, 2), channel: 'indexnow', action: 'update' })
    const after = await submit(intake.url, hook.token, { urls: pages(1, 2) })
    expect([after.body.accepted, await usedToday(hook)]).toEqual([0, 4])
  })

  it('is recorded with who, when, which and why, for its own account and project', async () => {
    const hook = await newHook(intake)
    const asked = Date.now()
    const first = await force(hook)
    const second = await force(hook, { key_id: undefined, action: 'delete' })
    const { batches } = await list(hook)
    const common = { reason, channel: 'indexnow', urls: 2 }
    expect(batches).toMatchObject([
      { ...common, batch_id: second.batch_id, action: 'delete' },
      { ...common, batch_id: first.batch_id, action: 'update', key_id },
    ])
    expect(batches[0]).not.toHaveProperty('key_id')
    for (const { forced_at } of batches) expect(Math.abs(Date.parse(forced_at) - asked)).toBeLessThan(60_000)

    const page = await list(hook, { per_page: 1 })
    expect(page.batches).toEqual(batches.slice(0, 1))
    const rest = await list(hook, { per_page: 1, cursor: page.next_cursor })
    expect([rest.batches, rest.next_cursor]).toEqual([batches.slice(1), undefined])
    expect(await list({ ...hook, account_id: crypto.randomUUID() })).toEqual({ batches: [] })
    expect(await list({ ...hook, project_id: crypto.randomUUID() })).toEqual({ batches: [] })
  })

  it.each(['2026-02-31T10:00:00.000Z', '+275760-09-13T00:00:00.000Z', '2026', '0000-01-01T00:00:00.000Z'])(
    'is not listed from a cursor with the time %s, which is refused',
    async (time) => {
      const hook = await newHook(intake)
      await force(hook)
      await force(hook, { urls: pages(3, 3) })
      const shape = JSON.stringify(['forced batches', hook.project_id])
      const [, id = null] = decodeCursor((await list(hook, { per_page: 1 })).next_cursor ?? '', shape)
      const refused = { kind: 'invalid', errors: { cursor: [expect.any(String)] } }
      await expect(list(hook, { cursor: encodeCursor([time, id], shape) })).rejects.toMatchObject(refused)
      await expect(list(hook, { cursor: encodeCursor([new Date().toISOString(), 'x'], shape) })).rejects.toMatchObject(
        refused,
      )
    },
  )

  it('is one batch however often the same key is sent, and another request with the key is refused', async () => {
    const hook = await newHook(intake)
    const idempotency = { key: 'once', request_sha256: Buffer.alloc(32, 1) }
    const first = await force(hook, { idempotency })
    expect((await force(hook, { idempotency })).batch_id).toBe(first.batch_id)
    expect([(await list(hook)).batches.length, await usedToday(hook)]).toEqual([1, 2])
    const { account_id, project_id } = hook
    await intake.quotas.setChannels({
      account_id,
      project_id,
      ready: ['indexnow', 'bing'],
      chosen: ['bing'],
      version: 1,
    })
    expect(await force(hook, { idempotency })).toEqual(first)
    const another = { ...idempotency, request_sha256: Buffer.alloc(32, 2) }
    await expect(force(hook, { idempotency: another })).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    // A webhook's answer to the same words under the same key is no answer to a resubmission.
    const headers = { 'idempotency-key': 'webhook' }
    await submit(intake.url, hook.token, { urls: pages(1, 2) }, { headers })
    const reused = force(hook, { idempotency: { ...idempotency, key: 'webhook' } })
    await expect(reused).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('keeps to the quota: more than is left is refused whole, and nothing is recorded', async () => {
    const hook = await newHook(intake, { urls_per_day: 3 })
    await submit(intake.url, hook.token, { urls: pages(1, 2) })
    await expect(force(hook)).rejects.toMatchObject({ kind: 'quota_used_up', details: { needed: 2, remaining: 1 } })
    expect([await usedToday(hook), await list(hook)]).toEqual([2, { batches: [] }])
  })

  it('needs a webhook that is enabled', async () => {
    const hook = await newHook(intake)
    const conflict = { kind: 'conflict', code: 'no_webhook' }
    await expect(force({ ...hook, account_id: crypto.randomUUID() })).rejects.toMatchObject(conflict)
    await intake.hooks.setHookEnabled({ ...hook, enabled: false })
    await expect(force(hook)).rejects.toMatchObject(conflict)
  })

  it.each([
    ['urls', { urls: [] }],
    ['urls', { urls: pages(1, 1_001) }],
    ['urls', { urls: ['https://elsewhere.example/'] }],
    ['action', { action: 'touch' }],
    ['channel', { channel: 'yandex' }],
    ['channel', { channel: 'bing' }],
    ['reason', { reason: '' }],
    ['reason', { reason: 'x'.repeat(501) }],
  ])('is refused for its %s: %j', async (field, changes) => {
    const hook = await newHook(intake)
    await expect(force(hook, changes)).rejects.toMatchObject({
      kind: 'invalid',
      errors: { [field]: expect.anything() },
    })
    expect(await list(hook)).toEqual({ batches: [] })
  })
})
