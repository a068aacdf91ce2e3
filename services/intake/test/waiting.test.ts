import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { intake, newHook, nextVersion, pages, type Running, submit, test, useIntake } from './intake-under-test.ts'
import { batchesOf, type Ids, newSource, post, product, urlOf } from './new-source.ts'

useIntake()

/** A copy at which five URLs of a project may wait. */
let small: Running
beforeAll(async () => {
  small = await test.start({ WAITING_URLS_PER_PROJECT: 5 })
})

type Hook = Awaited<ReturnType<typeof newHook>>
const wait = (hook: Hook, urls: string[], more: object = {}, service = intake) =>
  submit(service.url, hook.token, { urls, over_quota: 'wait', ...more })
const waitingOf = async ({ project_id }: Ids) =>
  (
    await test.query('select url, channel, is_deletion from waiting_url where project_id = $1 order by url, channel', [
      project_id,
    ])
  ).map((row) => [row['url'], row['is_deletion'] ? 'delete' : 'update'])

/** A webhook that has used up its quota of so many URLs a day, by pages from 1001 on. */
async function usedUp(urls_per_day: number): Promise<Hook> {
  const hook = await newHook(intake, { urls_per_day })
  await submit(intake.url, hook.token, { urls: pages(1_001, 1_000 + urls_per_day) })
  return hook
}

const raise = ({ account_id }: Ids, urls_per_day: number) =>
  intake.quotas.setLimits({ account_id, limits: { urls_per_day, version: nextVersion() } })

describe('a delivery over the quota', () => {
  it('is answered 202, and its URLs wait with what is remembered', async () => {
    const source = await newSource({ limits: { urls_per_day: 2 } })
    await post(source.token, product(7, 'old'))
    await post(source.token, product(8, 'lamp'))
    const { status, body } = await post(source.token, product(7, 'new'))
    expect([status, body]).toMatchObject([
      202,
      {
        verdict: 'waiting',
        event: 'products/update',
        batch_id: null,
        batches: [],
        accepted: 0,
        waiting: 2,
        results: [
          { url: urlOf('new'), verdict: 'waiting', reason: 'over the quota', action: 'update' },
          { url: urlOf('old'), verdict: 'waiting', reason: 'over the quota', action: 'delete' },
        ],
        quota: { day: { used: 2, remaining: 0 } },
        status: 202,
      },
    ])
    expect(await waitingOf(source)).toEqual([
      [urlOf('new'), 'update'],
      [urlOf('old'), 'delete'],
    ])
    const again = await post(source.token, product(7, 'newer'))
    expect(again.body.results.map(({ url }: { url: string }) => url)).toEqual([urlOf('newer'), urlOf('new')])
    expect(await intake.quotas.getUsage(source)).toMatchObject({
      day: { used: 2 },
      waiting: { urls: 3, oldest_at: expect.any(String) },
    })
    expect(await batchesOf(source)).toHaveLength(2)
  })

  it('is in the log of requests as waiting, and what is sent again is ignored', async () => {
    const source = await newSource({ limits: { urls_per_day: 0 } })
    const delivery = randomUUID()
    await post(source.token, product(1, 'lamp'), { delivery })
    expect((await post(source.token, product(1, 'lamp'), { delivery })).body.reason).toContain('received before')
    const logged = await until('both are logged', async () => {
      const { requests } = await intake.requests.listRequests({
        ...source,
        refused: undefined,
        per_page: 10,
        cursor: undefined,
      })
      return requests.length === 2 && requests.map(({ verdict, status }) => [verdict, status])
    })
    expect(logged).toEqual([
      ['ignored', 200],
      ['waiting', 202],
    ])
  })

  it('has one action accepted although the other one waits', async () => {
    const source = await newSource({ limits: { urls_per_day: 2 } })
    await post(source.token, product(7, 'old'))
    const { body } = await post(source.token, product(7, 'new'))
    expect([body.verdict, body.accepted, body.waiting]).toEqual(['waiting', 1, 1])
    expect(body.batches).toEqual([{ action: 'update', batch_id: body.batch_id }])
    expect(await waitingOf(source)).toEqual([[urlOf('old'), 'delete']])
  })

  it('is answered 200 and keeps nothing when the list is full, so that it may be sent again', async () => {
    const source = await newSource({ limits: { urls_per_day: 0 } })
    const { url } = small
    for (let id = 1; id <= 5; id += 1) await post(source.token, product(id, `${id}`), { url })
    const delivery = randomUUID()
    const full = await post(source.token, product(6, '6'), { url, delivery })
    expect([full.status, full.body]).toEqual([
      200,
      {
        verdict: 'waiting_full',
        event: 'products/update',
        reason: 'over the quota, and 5 of at most 5 URLs of the project wait already',
        missing: [],
        status: 200,
      },
    ])
    const changed = await post(source.token, product(5, '5', { title: 'New' }), { url })
    expect(changed.body.verdict).toBe('waiting')
    await raise(source, 100)
    await until('nothing waits', async () => (await waitingOf(source)).length === 0)
    expect((await post(source.token, product(6, '6'), { delivery })).body.accepted).toBe(1)
  })
})

describe('a request over the quota', () => {
  it('is refused unless it says that it waits', async () => {
    const hook = await usedUp(2)
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1) })).status).toBe(429)
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1), over_quota: 'refuse' })).status).toBe(429)
    const wrong = await submit(intake.url, hook.token, { urls: pages(1, 1), over_quota: 'later' })
    expect([wrong.status, wrong.body.errors.over_quota]).toEqual([422, [expect.stringContaining('refuse, wait')]])
    expect(await waitingOf(hook)).toEqual([])
  })

  it('has its URLs wait, but for duplicates and those that cannot be sent', async () => {
    const hook = await usedUp(2)
    const { status, body, headers } = await wait(hook, [...pages(1, 2), ...pages(1_001, 1_001), 'nonsense'])
    expect([status, body]).toMatchObject([
      202,
      { batch_id: null, accepted: 0, duplicates: 1, rejected: 1, waiting: 2, status: 202 },
    ])
    expect(body.results.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'waiting',
      'waiting',
      'duplicate',
      'invalid',
    ])
    expect(headers.get('ratelimit')).toContain('"day";r=0;')
    const { waiting } = await intake.hooks.getHook(hook)
    expect(waiting).toEqual({ urls: 2, oldest_at: expect.any(String) })
    const [page = ''] = pages(1_001, 1_001)
    expect((await wait(hook, [page])).body).toMatchObject({ accepted: 0, duplicates: 1 })
    expect((await wait(hook, ['nonsense'])).status).toBe(422)
  })

  it('is accepted whole or waits whole, also with Redis flushed', async () => {
    const hook = await newHook(intake, { urls_per_day: 3 })
    expect((await wait(hook, pages(1, 2))).body).toMatchObject({ accepted: 2 })
    await test.redis.cleanUp()
    expect((await wait(hook, pages(1, 4))).body).toMatchObject({ duplicates: 2, waiting: 2 })
    expect((await wait(hook, pages(5, 5))).body).toMatchObject({ accepted: 1 })
  })

  it('has one row a URL, in which the newest action wins and the place is kept', async () => {
    const hook = await usedUp(1)
    await wait(hook, pages(1, 2))
    const { waiting } = await intake.hooks.getHook(hook)
    await wait(hook, pages(1, 1), { action: 'delete' })
    const [one = '', other = ''] = pages(1, 2)
    expect(await waitingOf(hook)).toEqual([
      [one, 'delete'],
      [other, 'update'],
    ])
    await wait(hook, pages(1, 1))
    expect(await waitingOf(hook)).toEqual([
      [one, 'update'],
      [other, 'update'],
    ])
    expect((await intake.hooks.getHook(hook)).waiting).toEqual(waiting)
  })

  it('gets the same answer for the same Idempotency-Key, and is another request than one that is refused', async () => {
    const hook = await usedUp(1)
    const headers = { 'idempotency-key': 'once' }
    const body = { urls: pages(1, 2), over_quota: 'wait' }
    const first = await submit(intake.url, hook.token, body, { headers })
    await raise(hook, 100)
    await until('nothing waits', async () => (await waitingOf(hook)).length === 0)
    expect(first.body.waiting).toBe(2)
    expect((await submit(intake.url, hook.token, body, { headers })).body).toEqual(first.body)
    expect((await submit(intake.url, hook.token, { urls: pages(1, 2) }, { headers })).status).toBe(422)
  })

  it('keeps nothing on a dry run, whose answer is the same', async () => {
    const hook = await usedUp(1)
    const urls = pages(1, 2)
    const tried = await submit(intake.url, hook.token, { urls, over_quota: 'wait' }, { query: '?dry_run=1' })
    expect([tried.status, tried.body]).toMatchObject([200, { waiting: 2, batch_id: null }])
    expect(await waitingOf(hook)).toEqual([])
    const sent = await wait(hook, urls)
    expect(sent.body.results).toEqual(tried.body.results)
  })

  it('is refused with the limit in words when the list is full', async () => {
    const hook = await usedUp(1)
    await wait(hook, pages(1, 4), {}, small)
    const full = await wait(hook, pages(4, 6), {}, small)
    expect([full.status, full.body]).toMatchObject([
      429,
      { code: 'waiting_list_full', waiting: 4, max_waiting: 5, needed: 3, remaining: 0, period: 'day' },
    ])
    expect(full.body.detail).toContain('4 of at most 5 URLs of the project wait already')
    expect(full.headers.get('retry-after')).toEqual(expect.stringMatching(/^\d+$/))
    expect(await waitingOf(hook)).toHaveLength(4)
    expect((await wait(hook, pages(4, 5), {}, small)).body).toMatchObject({ waiting: 2 })
  })

  it('waits for each of its channels', async () => {
    const hook = await usedUp(1)
    await intake.quotas.setChannels({ ...hook, ready: ['indexnow', 'bing'], chosen: ['indexnow', 'bing'], version: 1 })
    const { body } = await wait(hook, pages(1, 1))
    expect(body.results).toMatchObject([{ verdict: 'waiting', channels: ['indexnow', 'bing'] }])
    expect((await intake.hooks.getHook(hook)).waiting).toMatchObject({ urls: 2 })
    await raise(hook, 100)
    await until('nothing waits', async () => (await waitingOf(hook)).length === 0)
    const [page = ''] = pages(1, 1)
    const batches = await test.query('select channel, urls from batch where project_id = $1 and channel <> $2', [
      hook.project_id,
      'indexnow',
    ])
    expect(batches).toEqual([
      { channel: 'indexnow,bing', urls: expect.arrayContaining([`bing ${page}`, `indexnow ${page}`]) },
    ])
  })
})

describe('a URL that waits', () => {
  it('waits no more once it is accepted, so that no older action follows a newer one', async () => {
    const hook = await newHook(intake, { urls_per_day: 2 })
    await submit(intake.url, hook.token, { urls: pages(9, 9) })
    await wait(hook, pages(1, 2), { action: 'delete' })
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1) })).body).toMatchObject({ accepted: 1 })
    const [, other = ''] = pages(1, 2)
    expect(await waitingOf(hook)).toEqual([[other, 'delete']])
    expect((await intake.hooks.getHook(hook)).waiting).toMatchObject({ urls: 1 })
  })

  it('waits no more for its deletion once its update is a duplicate, whatever the cache knows', async () => {
    const hook = await newHook(intake, { urls_per_day: 2 })
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await wait(hook, pages(1, 2), { action: 'delete' })
    const updated = await submit(intake.url, hook.token, { urls: pages(1, 1) })
    expect(updated.body).toMatchObject({ accepted: 0, duplicates: 1 })
    const [, other = ''] = pages(1, 2)
    expect(await waitingOf(hook)).toEqual([[other, 'delete']])
  })

  it('waits no more for its deletion once its update is a duplicate of a request that waits', async () => {
    const hook = await newHook(intake, { urls_per_day: 2 })
    const [one = '', other = ''] = pages(1, 2)
    await submit(intake.url, hook.token, { urls: [one] })
    await submit(intake.url, hook.token, { urls: pages(9, 9) })
    await wait(hook, [one], { action: 'delete' })
    await submit(intake.url, hook.token, { urls: [one, other], over_quota: 'wait' }, { query: '?dry_run=1' })
    expect(await waitingOf(hook)).toEqual([[one, 'delete']])
    expect((await wait(hook, [one, other])).body).toMatchObject({ duplicates: 1, waiting: 1 })
    expect(await waitingOf(hook)).toEqual([[other, 'update']])
    expect((await intake.hooks.getHook(hook)).waiting).toMatchObject({ urls: 1 })
  })
})
