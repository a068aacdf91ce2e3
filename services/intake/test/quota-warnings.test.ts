import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { connectBroker } from '@pagebell/broker/broker'
import type { Body } from '@pagebell/messages/define-message'
import { quotaReached } from '@pagebell/messages/quota-reached'
import { until } from '@pagebell/testing/until'
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
let copies: Running[]
const warnings: Body<typeof quotaReached>[] = []
const listening = new AsyncDisposableStack()
beforeAll(async () => {
  test = await intakeUnderTest()
  copies = [await test.start(), await test.start()]
  const { url, prefix } = test.broker
  const broker = listening.use(await connectBroker({ url, prefix, log: test.log, service: 'notifier' }))
  listening.use(await broker.consume(quotaReached, 'notifier', async (body) => void warnings.push(body)))
})
afterEach(() => test.setClock(null))
afterAll(async () => {
  await listening.disposeAsync()
  await test?.[Symbol.asyncDispose]()
})

const first = (): Running => copies[0] as Running
const of = (account_id: string) =>
  warnings
    .filter((body) => body.account_id === account_id)
    .map(({ period, threshold, used, limit }) => `${period} ${threshold} ${used}/${limit}`)
    .sort()
const untilPublished = (account_id: string, ...lines: string[]) =>
  until(`it is published: ${lines.length} times`, () => of(account_id).length >= lines.length).then(() =>
    expect(of(account_id)).toEqual(lines),
  )
const accept = async (token: string, from: number, to: number) =>
  expect((await submit(first().url, token, { urls: pages(from, to) })).status).toBe(202)

describe('the warning of a quota', () => {
  it('is published at 80 and at 100 per cent of the day and of the month, when it is crossed', async () => {
    await test.setClock('2026-11-21T10:00:00.000Z')
    const { account_id, token } = await newHook(first(), { urls_per_day: 10, urls_per_month: 16 })
    await accept(token, 1, 7)
    await accept(token, 8, 8)
    await untilPublished(account_id, '2026-11-21 80 8/10')
    expect(warnings.find((body) => body.account_id === account_id)).toMatchObject({
      reached_at: '2026-11-21T10:00:00.000Z',
      resets_at: '2026-11-22T00:00:00.000Z',
    })
    await accept(token, 9, 10)
    await untilPublished(account_id, '2026-11-21 100 10/10', '2026-11-21 80 8/10')
    await test.setClock('2026-11-22T10:00:00.000Z')
    await accept(token, 11, 16)
    const before = ['2026-11-21 100 10/10', '2026-11-21 80 8/10']
    await untilPublished(account_id, '2026-11 100 16/16', '2026-11 80 16/16', ...before)
    const month = warnings.find((body) => body.account_id === account_id && body.period === '2026-11')
    expect(month).toMatchObject({ resets_at: '2026-12-01T00:00:00.000Z' })
  })

  it('is published once for many concurrent requests to several copies', async () => {
    const { account_id, token } = await newHook(first(), { urls_per_day: 100 })
    const answers = await Promise.all(
      pages(1, 100).map((page, n) => submit((copies[n % 2] as Running).url, token, { urls: [page] })),
    )
    expect(answers.every(({ status }) => status === 202)).toBe(true)
    const day = answers[0]?.body.quota.day.resets_at
    await until('both are published', () => of(account_id).length >= 2)
    const rows = await test.query(
      'select threshold, told_at is not null as told from quota_warning where account_id = $1',
      [account_id],
    )
    expect(rows).toHaveLength(2)
    expect(
      warnings
        .filter((body) => body.account_id === account_id)
        .map(({ threshold }) => threshold)
        .toSorted((one, other) => other - one),
    ).toEqual([100, 80])
    expect(warnings.find((body) => body.account_id === account_id)?.resets_at).toBe(day)
  })

  it('is not published below a threshold, without a limit, by a refusal or a dry run, nor again after a change of the plan', async () => {
    const unlimited = await newHook(first())
    await accept(unlimited.token, 1, 10)
    const below = await newHook(first(), { urls_per_day: 10 })
    await accept(below.token, 1, 7)
    const asked = await submit(first().url, below.token, { urls: pages(8, 10) }, { query: '?dry_run=1' })
    expect(asked.status).toBe(200)
    expect((await submit(first().url, below.token, { urls: pages(8, 20) })).status).toBe(429)
    const again = await newHook(first(), { urls_per_day: 10 })
    await accept(again.token, 1, 8)
    const limits = { urls_per_day: 20 }
    await first().quotas.setLimits({ account_id: again.account_id, limits: { ...limits, version: nextVersion() } })
    await accept(again.token, 9, 17)
    await untilPublished(again.account_id, expect.stringMatching(/ 80 8\/10$/) as unknown as string)
    for (const { account_id } of [unlimited, below]) {
      expect(await test.query('select from quota_warning where account_id = $1', [account_id])).toEqual([])
    }
  })

  it('that could not be published while RabbitMQ was away is published when it is back', async () => {
    const { account_id, token } = await newHook(first(), { urls_per_day: 5 })
    // As a copy leaves it that died after the commit.
    await test.query(
      `insert into quota_warning (account_id, period, threshold, used, quota, reached_at) values ($1, '2026-11', 80, 80, 100, now())`,
      [account_id],
    )
    await accept(token, 1, 1)
    await untilPublished(account_id, '2026-11 80 80/100')
  })
})
