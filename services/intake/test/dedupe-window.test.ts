import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connectDatabase } from '@pagebell/postgres/database'
import { connectTestRedis } from '@pagebell/testing/test-redis'
import { until } from '@pagebell/testing/until'
import { hashToken } from '@pagebell/tokens/token'
import type { SubmissionCommit } from '../src/submissions/commit.ts'
import { judgeUrls } from '../src/submissions/judge-urls.ts'
import { submitGroup } from '../src/submissions/submissions.sql.ts'
import {
  type Answer,
  intake,
  newHook,
  nextVersion,
  pages,
  type Running,
  submit,
  test,
  useIntake,
} from './intake-under-test.ts'
import { newCommit } from './new-commit.ts'
import { newSource, post, product, urlOf } from './new-source.ts'

useIntake()

let copy: Running
let withoutRedis: Running
let redis: ReturnType<typeof connectTestRedis>
beforeAll(async () => {
  redis = connectTestRedis({ ...test.redis, log: test.log })
  copy = await test.start()
  withoutRedis = await test.start({ REDIS_URL: 'redis://127.0.0.1:1' })
})
afterAll(async () => {
  await redis?.[Symbol.asyncDispose]()
})

type Action = 'update' | 'delete'
type Hook = Awaited<ReturnType<typeof newHook>>
const [page = ''] = pages(1, 1)
const send = (hook: Hook, action: Action, service = intake): Promise<Answer> =>
  submit(service.url, hook.token, { urls: [page], action })
const acceptedOf = (answers: Answer[]): number[] => answers.map(({ body }) => body.accepted)

/** Until what was committed is in Redis, where it is written after the answer. */
const untilCached = (account: string) =>
  until('it is in Redis', async () => (await redis.keys(`${test.redis.prefix}seen:*${account}*`)).length > 0)

describe('a page that is published, deleted and published again within the window', () => {
  it('is accepted each time, and a repetition of the last action is a duplicate', async () => {
    const hook = await newHook(intake)
    const answers: Answer[] = []
    for (const action of ['update', 'update', 'delete', 'delete', 'update', 'update', 'delete'] as const) {
      answers.push(await send(hook, action))
      await untilCached(hook.account_id)
    }
    expect(acceptedOf(answers)).toEqual([1, 0, 1, 0, 1, 0, 1])
    expect(await intake.quotas.getUsage(hook)).toMatchObject({ day: { used: 4 } })
  })

  it('is accepted each time while Redis is away for the copy that has its deletion', async () => {
    const hook = await newHook(intake)
    const answers = [await send(hook, 'update')]
    await untilCached(hook.account_id)
    answers.push(await send(hook, 'delete', withoutRedis), await send(hook, 'update'))
    expect(acceptedOf(answers)).toEqual([1, 1, 1])
    for (const action of ['delete', 'update', 'delete'] as const)
      expect(acceptedOf([await send(hook, action, withoutRedis)])).toEqual([1])
  })

  it('is accepted each time within one group of requests, also where the cache knows its first update', async () => {
    const hook = await newHook(intake)
    const { body } = await send(hook, 'update')
    const cachedAt = Date.parse(body.quota.day.resets_at) - 86_400_000
    const commitOf = (action: Action): SubmissionCommit =>
      newCommit({
        tokenHash: hashToken(hook.token),
        accountId: hook.account_id,
        projectId: hook.project_id,
        project: hook.project,
        action,
        urls: judgeUrls([page], hook.project, ['indexnow']).siteUrls,
      })
    const group = (['delete', 'update', 'update', 'delete', 'update'] as const).map(commitOf)
    const cached = { ...commitOf('update'), urls: [], known: 1, cachedAt }
    const db = connectDatabase({ url: test.settings.DATABASE_URL, log: test.log, applicationName: 'test of a group' })
    const outcomes = await submitGroup(db.acrossAccounts(), [...group, cached], {
      windowSeconds: 600,
      maxWaiting: 0,
    }).finally(() => db[Symbol.asyncDispose]())
    expect(outcomes.map((one) => (one.outcome === 'accepted' ? one.seen.length : one.outcome))).toEqual([
      0,
      0,
      1,
      0,
      0,
      'stale_cache',
    ])
    expect(await intake.quotas.getUsage(hook)).toMatchObject({ day: { used: 5 } })
  })

  it('is never accepted twice for one state though two copies race, and its last state always counts', async () => {
    const hook = await newHook(intake)
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(
        [intake, copy, copy, intake].flatMap((service) => [
          send(hook, 'update', service),
          send(hook, 'delete', service),
        ]),
      )
      await send(hook, 'delete', round % 2 ? intake : copy)
      expect(acceptedOf([await send(hook, 'update', round % 2 ? copy : intake)])).toEqual([1])
    }
    const [row] = await test.query(
      `select count(*) filter (where action = before)::int as repeated, max(charged)::int as charged, count(*)::int as batches
       from (select action, lag(action) over (order by created_at, ctid) as before,
               (select used from quota_use where account_id = $1 and length(period) = 10) as charged
             from batch where account_id = $1) b`,
      [hook.account_id],
    )
    expect(row).toMatchObject({ repeated: 0, charged: row?.['batches'] })
  })

  it('is accepted each time by a source, and between a source and the webhook', async () => {
    const source = await newSource()
    const hook = await intake.hooks.rotateHook({
      ...source,
      grace_seconds: 0,
      limits: { version: nextVersion() },
      idempotency: undefined,
    })
    const publish = () => post(source.token, product(7, 'lamp'))
    const remove = () => post(source.token, { id: 7 }, { topic: 'products/delete' })
    const results = [await publish(), await remove(), await publish(), await remove()]
    expect(results.map(({ body }) => body.accepted)).toEqual([1, 1, 1, 1])
    const submitted = await submit(intake.url, hook.token, { urls: [urlOf('lamp')] })
    expect(submitted.body).toMatchObject({ accepted: 1 })
    expect((await publish()).body).toMatchObject({ accepted: 0, duplicates: 1 })
  })

  it('is accepted for the channel that had its deletion, and stays a duplicate for the others', async () => {
    const hook = await newHook(intake)
    await intake.quotas.setChannels({ ...hook, ready: ['indexnow', 'bing'], chosen: ['indexnow', 'bing'], version: 1 })
    await submit(intake.url, hook.token, { urls: [page] })
    await submit(intake.url, hook.token, { urls: [page], action: 'delete', channel: 'bing' })
    const { body } = await submit(intake.url, hook.token, { urls: [page] })
    expect(body.results).toEqual([{ url: page, verdict: 'accepted', channels: ['bing'] }])
  })
})

it('a deletion makes no other page lose its window', async () => {
  const hook = await newHook(intake)
  await submit(intake.url, hook.token, { urls: pages(1, 50) })
  await send(hook, 'delete')
  const { body } = await submit(intake.url, hook.token, { urls: pages(1, 50) })
  expect(body).toMatchObject({ accepted: 1, duplicates: 49 })
})

it('a preview counts a page that was deleted as one that may be sent', async () => {
  const hook = await newHook(intake)
  await send(hook, 'update')
  const preview = () => intake.previews.tryUrls({ ...hook, urls: [page] })
  expect((await preview()).results).toMatchObject([{ verdict: 'duplicate' }])
  await send(hook, 'delete')
  expect((await preview()).results).toMatchObject([{ verdict: 'accepted' }])
})
