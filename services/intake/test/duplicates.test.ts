import { afterEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { intake, newHook, pages, read, submit, test, useIntake } from './intake-under-test.ts'

useIntake()
afterEach(() => test.setClock(null))

type Hook = Awaited<ReturnType<typeof newHook>>

const rowsOf = async ({ account_id }: Hook, table: 'batch' | 'duplicate_batch') =>
  (await test.query(`select from ${table} where account_id = $1`, [account_id])).length

describe('a request of which nothing is accepted', () => {
  it('creates no row, however often it is sent, with or without Redis', async () => {
    const hook = await newHook(intake)
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    const again = () => submit(intake.url, hook.token, { urls: [...pages(1, 1), 'nonsense'] })
    const answers = await Promise.all(Array.from({ length: 50 }, again))
    await test.redis.cleanUp()
    answers.push(await again())

    for (const { status, body } of answers)
      expect([status, body.accepted, body.duplicates, body.rejected]).toEqual([202, 0, 1, 1])
    expect(new Set(answers.map(({ body }) => body.batch_id)).size).toBe(1)
    expect([await rowsOf(hook, 'batch'), await rowsOf(hook, 'duplicate_batch')]).toEqual([1, 1])
  })

  it('has a batch_id that can be read, with no URLs', async () => {
    const hook = await newHook(intake)
    const first = await submit(intake.url, hook.token, { urls: pages(1, 2) })
    const { body } = await submit(intake.url, hook.token, { urls: [...pages(1, 2), 'https://evil.test/'] })
    await submit(intake.url, hook.token, { urls: pages(2, 2) })
    expect(body.batch_id).not.toBe(first.body.batch_id)
    const batch = await read(intake.url, `/api/hooks/${hook.token}/batches/${body.batch_id}`)
    expect(batch).toMatchObject({
      status: 200,
      body: { batch_id: body.batch_id, project: 'example.com', channel: 'indexnow', action: 'update', status: 200 },
    })
    expect(batch.body).toMatchObject({ accepted: 0, duplicates: 3, rejected: 1, counts: {}, results: [] })
    const other = await newHook(intake)
    expect((await read(intake.url, `/api/hooks/${other.token}/batches/${body.batch_id}`)).status).toBe(404)
  })

  it('shares its batch_id with those of its token, channel, action and UTC day alone', async () => {
    const hook = await newHook(intake)
    const sent = async (more: object = {}) =>
      (await submit(intake.url, hook.token, { urls: pages(1, 1), ...more })).body.batch_id
    await test.setClock('2026-11-21T23:58:00Z')
    await sent()
    const ids = [await sent()]
    await sent({ action: 'delete' })
    ids.push(await sent({ action: 'delete' }))
    await test.setClock('2026-11-22T00:00:30Z')
    ids.push(await sent({ action: 'delete' }))
    expect(new Set(ids).size).toBe(3)
    expect([await rowsOf(hook, 'batch'), await rowsOf(hook, 'duplicate_batch')]).toEqual([2, 3])
  })

  it('counts as use of its token', async () => {
    const hook = await newHook(intake)
    await test.setClock('2026-11-21T10:00:00Z')
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await test.setClock('2026-11-21T10:05:00Z')
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    expect(await intake.hooks.getHook(hook)).toMatchObject({
      last_used_at: '2026-11-21T10:05:00.000Z',
      accepted_7d: 1,
    })
  })

  it('gets the same answer again with the same Idempotency-Key, and is counted once', async () => {
    const hook = await newHook(intake)
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    const headers = { 'idempotency-key': 'again' }
    const first = await submit(intake.url, hook.token, { urls: pages(1, 1) }, { headers })
    const second = await submit(intake.url, hook.token, { urls: pages(1, 1) }, { headers })
    expect(second.body).toEqual(first.body)
    const batch = await read(intake.url, `/api/hooks/${hook.token}/batches/${first.body.batch_id}`)
    expect(batch.body).toMatchObject({ duplicates: 1 })
  })

  it('is forgotten after the retention, but for the last day of its token', async () => {
    const hook = await newHook(intake)
    const sentOn = async (time: string) => {
      await test.setClock(time)
      await submit(intake.url, hook.token, { urls: pages(1, 1) })
      await submit(intake.url, hook.token, { urls: pages(1, 1) })
    }
    await sentOn('2026-05-01T10:00:00Z')
    await sentOn('2026-05-02T10:00:00Z')
    await test.setClock(null)
    const copy = await test.start()
    await until('the first day is gone', async () => (await rowsOf(hook, 'duplicate_batch')) === 1)
    expect(await intake.hooks.getHook(hook)).toMatchObject({ last_used_at: '2026-05-02T10:00:00.000Z' })
    await copy.stop()
  })
})
