import { describe, expect, it } from '@jest/globals'
import { deadQueue, exchangeName, queueName } from '@pagebell/broker/topology'
import { type Body, routingKey } from '@pagebell/messages/define-message'
import { planChanged } from '@pagebell/messages/plan-changed'
import { until } from '@pagebell/testing/until'
import { newReport } from './running-service.ts'
import { connection, running, useQueues } from './use-queues.ts'

useQueues()

type PlanChanged = Body<typeof planChanged>
const unlimited = { reports: null, analyses_per_minute: null, analyses_per_day: null }
const quotas = { urls_per_day: null, urls_per_month: null }
const publish = (body: PlanChanged) => running.broker.publish(planChanged, body, { id: crypto.randomUUID() })

async function storedLimits(account_id: string) {
  const text = 'select version::int, reports::int, analyses_per_minute::int from account_limits where account_id = $1'
  const { rows } = await running.sql.query(text, [account_id])
  return rows[0] as { version: number; reports: number | null; analyses_per_minute: number | null } | undefined
}

/** An account with these limits and no other. */
async function limitedAccount(
  limits: Partial<PlanChanged['limits']>,
  account_id: string = crypto.randomUUID(),
  version = 1,
) {
  await publish({ account_id, limits: { ...quotas, ...unlimited, ...limits }, version })
  await until('the limits are known', async () => (await storedLimits(account_id))?.version === version)
  return account_id
}

const create = (account_id: string, more: object = {}) =>
  running.reports.createReport({ ...newReport({ account_id }), ...more })

/** The number of concurrent calls that succeed, and the refusals. */
async function outcomes(calls: Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls)
  const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  return { done: settled.length - refusals.length, refusals }
}

describe('an account', () => {
  it('cannot request more analyses per minute than its plan allows, and gets the time to retry', async () => {
    const account = await limitedAccount({ analyses_per_minute: 5 })
    const { done, refusals } = await outcomes(Array.from({ length: 8 }, () => create(account)))
    // A minute may end between two of them.
    expect(done).toBeGreaterThanOrEqual(5)
    expect(done + refusals.length).toBe(8)
    await until('the minute does not end soon', () => new Date().getSeconds() < 50)
    await running.sql.query(
      `update account_limits set minute = date_trunc('minute', clock_timestamp()), minute_used = 5 where account_id = $1`,
      [account],
    )
    await expect(create(account)).rejects.toMatchObject({
      kind: 'rate_limited',
      code: 'analysis_limit_reached',
      details: { limit: 5, window_seconds: 60 },
    })
    const refused = await create(account).catch((error: { retryAfterSeconds: number }) => error)
    expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThanOrEqual(1)
    expect((refused as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(60)

    await running.sql.query(`update account_limits set minute = minute - interval '1 minute' where account_id = $1`, [
      account,
    ])
    expect(await create(account)).toMatchObject({ status: 'queued' })
  })

  it('cannot request more analyses per day than its plan allows, repeated analyses included', async () => {
    const account = await limitedAccount({ analyses_per_day: 3 })
    const first = await create(account)
    await create(account)
    const { id } = await create(account)
    const limit = { code: 'analysis_limit_reached', details: { limit: 3, window_seconds: 86_400 } }
    await expect(create(account)).rejects.toMatchObject(limit)
    await running.sql.query(`update report set status = 'failed', error_code = 'dns' where id = $1`, [id])
    await running.sql.query(
      `update run set status = 'failed', error_code = 'dns', finished_at = now() where report_id = $1`,
      [id],
    )
    const again = { account_id: account, id, analyze_again: true }
    await expect(running.reports.changeReport(again)).rejects.toMatchObject(limit)
    const { rows } = await running.sql.query('select project_id, url from report where id = $1', [id])
    const reused = newReport({ account_id: account, ...rows[0], reuse: true })
    await expect(running.reports.createReport(reused)).rejects.toMatchObject(limit)
    expect(await running.reports.changeReport({ account_id: account, id: first.id, privacy: 1 })).toMatchObject({
      privacy: 1,
    })

    await running.sql.query(`update account_limits set day = day - 1 where account_id = $1`, [account])
    expect(await running.reports.changeReport(again)).toMatchObject({ status: 'queued' })
  })

  it('cannot have more reports than its plan allows, also with concurrent requests', async () => {
    const account = await limitedAccount({ reports: 4 })
    const { done, refusals } = await outcomes(Array.from({ length: 9 }, () => create(account)))
    expect(done).toBe(4)
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ kind: 'conflict', code: 'report_limit_reached', details: { limit: 4 } })

    const { reports } = await running.reports.listReports({
      account_id: account,
      sort_by: 'id',
      sort: 'desc',
      per_page: 10,
      page: 1,
    })
    await running.reports.deleteReport({ account_id: account, id: reports[0]?.id ?? '' })
    await create(account)
    await expect(create(account)).rejects.toMatchObject({ code: 'report_limit_reached' })
  })

  it('keeps its reports when its plan gets smaller', async () => {
    const account = crypto.randomUUID()
    const made = [await create(account), await create(account), await create(account)]
    await limitedAccount({ reports: 2 }, account)
    await expect(create(account)).rejects.toMatchObject({ code: 'report_limit_reached' })
    for (const { id } of made)
      expect(await running.reports.getReport({ account_id: account, id })).toMatchObject({ id })
    await limitedAccount({ reports: null }, account, 2)
    await create(account)
  })

  it('is not charged for a request repeated with its Idempotency-Key, nor for a refused one', async () => {
    const account = await limitedAccount({ analyses_per_day: 2 })
    const idempotency = { key: 'once', request_sha256: Buffer.alloc(32) }
    const request = newReport({ account_id: account, idempotency })
    const { id } = await running.reports.createReport(request)
    for (let n = 0; n < 5; n++) expect(await running.reports.createReport(request)).toMatchObject({ id })
    await expect(create(account, { url: 'no url' })).rejects.toMatchObject({ kind: 'invalid' })
    await create(account)
    await expect(create(account)).rejects.toMatchObject({ code: 'analysis_limit_reached' })
  })

  it('without known limits is not limited', async () => {
    const account = crypto.randomUUID()
    expect((await outcomes(Array.from({ length: 20 }, () => create(account)))).done).toBe(20)
  })
})

describe('message plan.changed', () => {
  it('twice, or older than what is known, changes nothing', async () => {
    const account = await limitedAccount({ reports: 2 }, undefined, 2)
    await publish({ account_id: account, limits: { ...quotas, ...unlimited, reports: 1 }, version: 1 })
    await publish({ account_id: account, limits: { ...quotas, ...unlimited, reports: 1 }, version: 2 })
    await limitedAccount({})
    expect(await storedLimits(account)).toMatchObject({ version: 2, reports: 2 })
  })

  it('of a project service that does not send these limits keeps the stored ones', async () => {
    const account = await limitedAccount({ reports: 2 })
    await publish({ account_id: account, limits: quotas, version: 2 })
    await limitedAccount({})
    expect(await storedLimits(account)).toMatchObject({ version: 1, reports: 2 })
  })

  it('waits while the database is away', async () => {
    const account = crypto.randomUUID()
    running.wire.cut()
    await publish({ account_id: account, limits: { ...quotas, ...unlimited }, version: 1 })
    running.wire.restore()
    await until('it is stored', async () => (await storedLimits(account))?.version === 1)
  })

  it('with a body that is not as its schema says is a dead letter at once', async () => {
    const channel = await connection.createChannel()
    const limits = { ...quotas, ...unlimited, reports: -1 }
    const content = Buffer.from(JSON.stringify({ account_id: crypto.randomUUID(), limits, version: 1 }))
    const exchange = exchangeName(running.queues.prefix)
    channel.publish(exchange, routingKey(planChanged), content, { messageId: crypto.randomUUID(), persistent: true })
    const dead = deadQueue(queueName(running.queues.prefix, planChanged, 'report'))
    await until('it is dead', async () => (await channel.checkQueue(dead)).messageCount === 1)
    await channel.close()
  })
})
