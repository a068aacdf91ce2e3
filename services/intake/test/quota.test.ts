import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import pg from 'pg'
import { intake, newHook, nextVersion, pages, type Running, submit, test, useIntake } from './intake-under-test.ts'

let copy: Running

useIntake()
beforeAll(async () => {
  copy = await test.start()
})
afterEach(() => test.setClock(null))

describe('a quota', () => {
  it('refuses the whole request when more is fresh than is left, and charges and remembers nothing', async () => {
    const hook = await newHook(intake, { urls_per_day: 10, urls_per_month: 1_000 })
    await submit(intake.url, hook.token, { urls: pages(1, 8) })
    const over = await submit(intake.url, hook.token, { urls: pages(7, 11) })
    expect(over).toMatchObject({
      status: 429,
      body: { code: 'quota_used_up', needed: 3, remaining: 2, limit: 10, period: 'day' },
    })
    const seconds = (Date.parse(over.body.resets_at) - Date.now()) / 1_000
    expect(Math.abs(Number(over.headers.get('retry-after')) - seconds)).toBeLessThan(3)
    expect(over.headers.get('ratelimit')).toContain('"day";r=2;')
    expect((await submit(intake.url, hook.token, { urls: pages(9, 10) })).body).toMatchObject({ accepted: 2 })
  })

  it('that is used up refuses before any URL is judged', async () => {
    const hook = await newHook(intake, { urls_per_month: 1 })
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    for (const urls of [pages(1, 1), ['nonsense']]) {
      const answer = await submit(intake.url, hook.token, { urls })
      expect(answer).toMatchObject({ status: 429, body: { period: 'month', remaining: 0, limit: 1 } })
    }
  })

  it('begins again with the UTC day, but not the month', async () => {
    const hook = await newHook(intake, { urls_per_day: 2, urls_per_month: 3 })
    await test.setClock('2026-11-29T23:59:59.900Z')
    const last = await submit(intake.url, hook.token, { urls: pages(1, 2) })
    expect(last.body.quota.day).toMatchObject({ remaining: 0, resets_at: '2026-11-30T00:00:00.000Z' })
    expect((await submit(intake.url, hook.token, { urls: pages(3, 3) })).headers.get('retry-after')).toBe('1')
    await test.setClock('2026-11-30T00:00:00.000Z')
    expect((await submit(intake.url, hook.token, { urls: pages(3, 3) })).body.quota).toMatchObject({
      day: { used: 1 },
      month: { used: 3, resets_at: '2026-12-01T00:00:00.000Z' },
    })
    expect((await submit(intake.url, hook.token, { urls: pages(4, 4) })).body).toMatchObject({ period: 'month' })
    await test.setClock('2026-12-01T00:00:00.000Z')
    expect(await intake.quotas.getUsage(hook)).toMatchObject({ day: { used: 0, remaining: 2 }, month: { used: 0 } })
    expect((await submit(intake.url, hook.token, { urls: pages(4, 4) })).body).toMatchObject({ accepted: 1 })
  })

  it('counts by a newer plan from the next request on, and by no older one', async () => {
    const hook = await newHook(intake, { urls_per_day: 1 })
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    const version = nextVersion()
    await intake.quotas.setLimits({ ...hook, limits: { urls_per_day: 3, version } })
    await intake.quotas.setLimits({
      ...hook,
      limits: { urls_per_day: 1, version: version - 1 },
    })
    expect((await submit(copy.url, hook.token, { urls: pages(2, 3) })).body).toMatchObject({ accepted: 2 })
  })
})

it('lets a URL be charged again when its window is over, by the clock of the database', async () => {
  const hook = await newHook(intake)
  // Without the dedupe cache, since Redis has its own clock.
  const alone = await test.start({ REDIS_URL: 'redis://127.0.0.1:1' })
  await test.setClock('2026-11-21T10:00:00.000Z')
  await submit(alone.url, hook.token, { urls: pages(1, 1) })
  await test.setClock('2026-11-21T10:09:59.999Z')
  const early = await submit(alone.url, hook.token, { urls: pages(1, 1) })
  expect(early.body.results[0]).toMatchObject({ verdict: 'duplicate', allowed_again_at: '2026-11-21T10:10:00.000Z' })
  await test.setClock('2026-11-21T10:10:00.000Z')
  expect((await submit(alone.url, hook.token, { urls: pages(1, 1) })).body).toMatchObject({ accepted: 1 })
})

it('lets the second of two copies at the edge of a quota wait for the first, and then refuses it', async () => {
  const hook = await newHook(intake, { urls_per_day: 3 })
  // A lock on the table of the dedupe window stops both: the copy that has read what is left, and the one that
  // waits to read it.
  const owner = new pg.Client({ connectionString: test.adminUrl })
  await owner.connect()
  await owner.query('begin')
  await owner.query('lock table url_seen in share mode')
  const answers = Promise.all([
    submit(intake.url, hook.token, { urls: pages(1, 2) }),
    submit(copy.url, hook.token, { urls: pages(3, 4) }),
  ])
  try {
    await until('both wait in their transactions', async () => {
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%commit_submissions%'`
      return (await test.query(waiting)).length === 2
    })
  } finally {
    await owner.query('rollback')
    await owner.end()
  }
  expect((await answers).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 429])
  expect(await intake.quotas.getUsage(hook)).toMatchObject({ day: { used: 2, remaining: 1 } })
})

it('charges 200 concurrent clients with overlapping batches exactly once, up to the quota and no further', async () => {
  const quota = 1_000
  const hook = await newHook(intake, { urls_per_day: quota })
  const batches = Array.from({ length: 200 }, (_, client) => pages(client * 6, client * 6 + 11))
  const send = (client: number) => submit((client % 2 === 0 ? intake : copy).url, hook.token, { urls: batches[client] })

  const answers = await Promise.all(batches.map((_, client) => send(client)))
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([202, 429])
  const acceptedUrls = (all: typeof answers) =>
    all.flatMap(({ body }) =>
      (body.results ?? [])
        .filter((one: { verdict: string }) => one.verdict === 'accepted')
        .map((one: { url: string }) => one.url),
    )
  const accepted = acceptedUrls(answers)
  const charged = async () =>
    Number(
      (await test.query('select max(used)::int as used from quota_use where account_id = $1', [hook.account_id]))[0]?.[
        'used'
      ],
    )
  expect(new Set(accepted).size).toBe(accepted.length)
  expect(await charged()).toBe(accepted.length)
  expect(accepted.length).toBeLessThanOrEqual(quota)
  expect(accepted.length).toBeGreaterThan(quota - 12)

  await intake.quotas.setLimits({
    ...hook,
    limits: { urls_per_day: 10_000, version: nextVersion() },
  })
  const refused = answers.flatMap(({ status }, client) => (status === 429 ? [client] : []))
  const second = await Promise.all(refused.map(send))
  expect(second.every(({ status }) => status === 202)).toBe(true)
  const all = [...accepted, ...acceptedUrls(second)]
  expect(new Set(all)).toEqual(new Set(batches.flat()))
  expect(all.length).toBe(new Set(all).size)
  expect(await charged()).toBe(all.length)
})

it('never deadlocks when groups of several accounts and copies overlap', async () => {
  const hooks = await Promise.all(Array.from({ length: 6 }, () => newHook(intake)))
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) => {
      const hook = hooks[(index * 5) % hooks.length]
      const urls = pages(index % 7, (index % 7) + 20)
      return submit((index % 2 ? intake : copy).url, hook?.token ?? '', { urls: index % 3 ? urls : urls.reverse() })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202))
  const [row] = await test.query(
    'select (select sum(cardinality(urls))::int from batch where account_id = any($1)) as batched, (select count(*)::int from url_seen where account_id = any($1)) as seen',
    [hooks.map((hook) => hook.account_id)],
  )
  expect(row).toEqual({ batched: 6 * 27, seen: 6 * 27 })
})
