import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { until } from '@pagebell/testing/until'
import { intake, newHook, nextVersion, pages, type Running, submit, test, useIntake } from './intake-under-test.ts'

useIntake()

let copy: Running
let broker: Broker
beforeAll(async () => {
  copy = await test.start()
  const { AMQP_URL: url, AMQP_PREFIX: prefix } = test.settings
  broker = await connectBroker({ url, prefix, log: test.log, service: 'project' })
})
afterAll(async () => {
  await broker?.[Symbol.asyncDispose]()
})
afterEach(() => test.setClock(null))

type Hook = Awaited<ReturnType<typeof newHook>>
type Place = Pick<Hook, 'account_id' | 'project_id'>
const noon = '2026-11-21T12:00:00Z'
const turn = '2026-11-22T00:00:00Z'

/** In requests of 1,000 URLs, which also a busy machine commits in time. */
async function waitFor(hook: Hook, urls: string[], more: object = {}): Promise<void> {
  for (let at = 0; at < urls.length; at += 1_000) {
    const portion = urls.slice(at, at + 1_000)
    const { body } = await submit(intake.url, hook.token, { urls: portion, over_quota: 'wait', ...more })
    expect(body).toMatchObject({ waiting: portion.length })
  }
}
const waitingOf = async ({ project_id }: Place) =>
  (await test.query('select from waiting_url where project_id = $1', [project_id])).length
const untilWaiting = (hook: Place, urls: number) =>
  until(`${urls} URLs wait`, async () => (await waitingOf(hook)) === urls)
const submittedOf = async ({ project_id }: Place) =>
  (await test.query('select unnest(urls) as url from batch where project_id = $1', [project_id])).map(({ url }) =>
    String(url),
  )
const usedOf = async ({ account_id }: Place, period: string) =>
  Number(
    (await test.query('select used from quota_use where account_id = $1 and period = $2', [account_id, period]))[0]?.[
      'used'
    ] ?? 0,
  )
const setDayLimit = ({ account_id }: Place, urls_per_day: number) =>
  intake.quotas.setLimits({ account_id, limits: { urls_per_day, version: nextVersion() } })

/** Until each copy has looked for lists since, and found none that is due. */
async function untilNothingIsDue(): Promise<void> {
  await until('nothing is due', async () => {
    const [row] = await test.query('select min(due_at) > pagebell_now() as later from waiting_list')
    return row?.['later'] !== false
  })
}

describe('what waits', () => {
  it('is submitted when the day turns, up to its quota and each URL once, by two copies', async () => {
    await test.setClock(noon)
    const hook = await newHook(intake, { urls_per_day: 4_000 })
    for (const urls of [pages(1, 2_000), pages(2_001, 4_000)])
      expect((await submit(intake.url, hook.token, { urls })).body).toMatchObject({ accepted: 2_000 })
    await waitFor(hook, pages(5_001, 15_000))
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1), over_quota: 'wait' })).status).toBe(202)
    for (const [day, left] of [
      ['2026-11-22', 6_000],
      ['2026-11-23', 2_000],
      ['2026-11-24', 0],
    ] as const) {
      await test.setClock(`${day}T00:00:00Z`)
      await untilWaiting(hook, left)
      await untilNothingIsDue()
      expect(await waitingOf(hook)).toBe(left)
      expect(await usedOf(hook, day)).toBe(left === 0 ? 2_000 : 4_000)
    }
    const submitted = await submittedOf(hook)
    expect(submitted).toHaveLength(14_000)
    expect(new Set(submitted)).toEqual(new Set([...pages(1, 4_000), ...pages(5_001, 15_000)]))
    await until('all of it is published', async () => {
      const rows = await test.query('select from outbox where project_id = $1', [hook.project_id])
      return rows.length === 0
    })
    expect((await intake.hooks.getHook(hook)).waiting).toEqual({ urls: 0 })
    expect(await test.query('select from account where account_id = $1 and has_waiting', [hook.account_id])).toEqual([])
  })

  it('waits for the month where the month is used up', async () => {
    await test.setClock(noon)
    const hook = await newHook(intake, { urls_per_day: 5, urls_per_month: 1 })
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await waitFor(hook, pages(2, 2))
    await test.setClock('2026-11-30T00:00:00Z')
    await untilNothingIsDue()
    expect(await waitingOf(hook)).toBe(1)
    await test.setClock('2026-12-01T00:00:00Z')
    await untilWaiting(hook, 0)
    expect(await usedOf(hook, '2026-12')).toBe(1)
  })

  it('is submitted when the day turns as far as the month has room, and the rest when the month turns', async () => {
    await test.setClock(noon)
    const hook = await newHook(intake, { urls_per_day: 3, urls_per_month: 5 })
    await submit(intake.url, hook.token, { urls: pages(1, 3) })
    await waitFor(hook, pages(4, 7))
    await test.setClock(turn)
    await untilWaiting(hook, 2)
    await test.setClock('2026-11-23T00:00:00Z')
    await untilNothingIsDue()
    expect(await waitingOf(hook)).toBe(2)
    await test.setClock('2026-12-01T00:00:00Z')
    await untilWaiting(hook, 0)
    expect(await usedOf(hook, '2026-12')).toBe(2)
  })

  it('is submitted when a later request asks for, although the version before waits for the month', async () => {
    await test.setClock(noon)
    const hook = await newHook(intake, { urls_per_day: 1, urls_per_month: 3 })
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await waitFor(hook, pages(2, 2))
    await test.query(`update waiting_list set due_at = '2026-12-01T00:00:00Z' where project_id = $1`, [hook.project_id])
    await waitFor(hook, pages(3, 3))
    await test.setClock(turn)
    await untilWaiting(hook, 1)
  })

  it('is submitted with its actions when the plan grows, up to the new quota', async () => {
    const hook = await newHook(intake, { urls_per_day: 1 })
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await waitFor(hook, pages(2, 2))
    await waitFor(hook, pages(3, 3), { action: 'delete' })
    await waitFor(hook, pages(4, 4))
    await setDayLimit(hook, 3)
    await untilWaiting(hook, 1)
    const batches = await test.query('select action, urls from batch where project_id = $1 order by urls', [
      hook.project_id,
    ])
    expect(batches).toEqual([
      { action: 'update', urls: pages(1, 1) },
      { action: 'update', urls: pages(2, 2) },
      { action: 'delete', urls: pages(3, 3) },
    ])
    expect(await intake.quotas.getUsage(hook)).toMatchObject({ day: { used: 3 }, waiting: { urls: 1 } })
  })

  it('is neither lost nor charged twice when its transaction is cut off, and another copy takes it up', async () => {
    await test.setClock(noon)
    const hook = await newHook(intake, { urls_per_day: 3 })
    await submit(intake.url, hook.token, { urls: pages(1, 3) })
    await waitFor(hook, pages(4, 6))
    const held = await test.lock('batch')
    await test.setClock(turn)
    const pid = await until('it is being submitted', async () => {
      const found = await test.query(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%commit_submissions%'`,
      )
      return found[0]?.['pid']
    })
    await test.query('select pg_terminate_backend($1)', [pid])
    await until('its transaction is gone', async () => {
      return (await test.query('select from pg_stat_activity where pid = $1', [pid])).length === 0
    })
    await held.release()
    expect([await waitingOf(hook), await usedOf(hook, '2026-11-22')]).toEqual([3, 0])
    // Its lease ends.
    await test.setClock('2026-11-22T00:00:31Z')
    await untilWaiting(hook, 0)
    expect(await usedOf(hook, '2026-11-22')).toBe(3)
    expect((await submittedOf(hook)).toSorted()).toEqual(pages(1, 6))
  })

  it('of one account with many projects delays no other account', async () => {
    await test.setClock(noon)
    const large = await newHook(intake, { urls_per_day: 1 })
    await submit(intake.url, large.token, { urls: pages(1, 1) })
    await waitFor(large, pages(2, 5_001))
    const small = await newHook(intake, { urls_per_day: 1 })
    await submit(intake.url, small.token, { urls: pages(1, 1) })
    await waitFor(small, pages(2, 2))
    // Due before the other one, with ten portions.
    await test.query('update account set urls_per_day = 100000 where account_id = $1', [large.account_id])
    await test.query('update waiting_list set due_at = $2 where account_id = $1', [
      large.account_id,
      '2026-11-21T23:59:59Z',
    ])
    await test.setClock(turn)
    await untilWaiting(small, 0)
    await untilWaiting(large, 0)
    const order = await test.query(
      `select account_id from batch where account_id = any ($1) and day = '2026-11-22' order by xmin::text::bigint`,
      [[large.account_id, small.account_id]],
    )
    const place = order.findIndex(({ account_id }) => account_id === small.account_id)
    expect(order).toHaveLength(11)
    // At most a portion of each copy comes first.
    expect(place).toBeLessThanOrEqual(2)
  })

  it('of a suspended account waits until it is resumed', async () => {
    await test.setClock(noon)
    const hook = await newHook(intake, { urls_per_day: 0, urls_per_month: 0 })
    await waitFor(hook, pages(1, 2))
    await test.setClock('2026-12-01T00:00:00Z')
    await untilNothingIsDue()
    expect([await waitingOf(hook), await submittedOf(hook)]).toEqual([2, []])
    await setDayLimit(hook, 10)
    await untilWaiting(hook, 0)
    expect(await submittedOf(hook)).toHaveLength(2)
  })

  it('of a deleted project is deleted, and of another project of the account is submitted', async () => {
    const hook = await newHook(intake, { urls_per_day: 0 })
    const limits = { urls_per_day: 0, version: nextVersion() }
    const ids = { account_id: hook.account_id, project_id: crypto.randomUUID(), project: 'example.com' }
    const rotated = await intake.hooks.rotateHook({ ...ids, grace_seconds: 0, limits, idempotency: undefined })
    const other = { ...ids, token: rotated.token }
    await waitFor(hook, pages(1, 2))
    await waitFor(other, pages(3, 3))
    const { account_id, project_id, project } = hook
    const deletion = { account_id, project_id, project, deleted_at: '2026-11-21T10:00:00.000Z' }
    await broker.publish(projectDeleted, deletion, { id: crypto.randomUUID() })
    await untilWaiting(hook, 0)
    await setDayLimit(hook, 100)
    await untilWaiting(other, 0)
    expect([await submittedOf(hook), await submittedOf(other)]).toEqual([[], pages(3, 3)])
    const left = await test.query('select from waiting_list where account_id = $1', [account_id])
    expect(left).toEqual([])
  })

  it('is submitted though its token was revoked meanwhile', async () => {
    const hook = await newHook(intake, { urls_per_day: 0 })
    await waitFor(hook, pages(1, 2))
    await intake.hooks.revokeHook(hook)
    await setDayLimit(hook, 2)
    await untilWaiting(hook, 0)
    expect((await submittedOf(hook)).toSorted()).toEqual(pages(1, 2))
  })

  it('is shared by two copies that also take webhooks of the account, and never exceeds the quota', async () => {
    const hook = await newHook(intake, { urls_per_day: 0 })
    await waitFor(hook, pages(1, 3_000))
    await setDayLimit(hook, 3_500)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        submit((n % 2 ? intake : copy).url, hook.token, { urls: pages(4_000 + n * 20, 4_019 + n * 20) }),
      ),
    )
    await until('the quota is used up or nothing waits', async () => {
      const { day } = await intake.quotas.getUsage(hook)
      return day?.remaining === 0 || (await waitingOf(hook)) === 0
    })
    await untilNothingIsDue()
    const submitted = await submittedOf(hook)
    const accepted = answers.filter(({ status }) => status === 202).length * 20
    expect(new Set(submitted).size).toBe(submitted.length)
    expect(submitted).toHaveLength(accepted + 3_000 - (await waitingOf(hook)))
    expect((await intake.quotas.getUsage(hook)).day).toMatchObject({ used: submitted.length })
    expect(submitted.length).toBeLessThanOrEqual(3_500)
  })
})
