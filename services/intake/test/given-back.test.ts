import { describe, expect, it } from '@jest/globals'
import { preflightChanged } from '@pagebell/messages/preflight-changed'
import { urlsSkipped } from '@pagebell/messages/urls-skipped'
import { until } from '@pagebell/testing/until'
import { intake, newHook, nextVersion, pages, submit, test, useIntake } from './intake-under-test.ts'
import { broker, published, useBroker } from './use-broker.ts'

useIntake()
useBroker()

type Hook = Awaited<ReturnType<typeof newHook>>

const skip = (hook: Hook, batch_id: string, urls: string[], channel = 'indexnow') => {
  const { account_id, project_id } = hook
  return broker.publish(urlsSkipped, { account_id, project_id, batch_id, channel, urls }, { id: crypto.randomUUID() })
}

const givenBack = async ({ account_id }: Hook) => {
  const { day, month } = await intake.quotas.getUsage({ account_id })
  return [day?.used, day?.given_back, month?.used, month?.given_back]
}

describe('the charge of a URL that was not sent', () => {
  it('is given back to its day and month once, however often it is said', async () => {
    const hook = await newHook(intake, { urls_per_day: 10 })
    const { body } = await submit(intake.url, hook.token, { urls: pages(1, 3), preflight: true })
    const [first = '', second = ''] = pages(1, 3)
    await skip(hook, body.batch_id, [first])
    await skip(hook, body.batch_id, [first])
    await skip(hook, body.batch_id, [second, first, second])
    await until('it is given back', async () => (await givenBack(hook))[1] === 2)
    expect(await givenBack(hook)).toEqual([1, 2, 1, 2])
  })

  it('is not given back for URLs that the batch has not, or to another channel or account', async () => {
    const hook = await newHook(intake)
    const other = await newHook(intake)
    const { body } = await submit(intake.url, hook.token, { urls: pages(1, 3) })
    await skip(hook, body.batch_id, ['https://example.com/never'])
    await skip(hook, body.batch_id, pages(1, 2), 'bing')
    await skip(other, body.batch_id, pages(1, 2))
    // Two at once, so that a single one that is given back wrongly is not taken for them.
    await skip(hook, body.batch_id, pages(1, 2))
    await until('the last ones are given back', async () => ((await givenBack(hook))[1] ?? 0) >= 2)
    expect(await givenBack(hook)).toEqual([1, 2, 1, 2])
    expect(await givenBack(other)).toEqual([0, 0, 0, 0])
  })

  it('goes to the day of the batch, not to that of the message, and never below zero', async () => {
    const hook = await newHook(intake)
    await test.setClock('2026-11-29T23:59:00.000Z')
    const { body } = await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await test.setClock('2026-11-30T00:01:00.000Z')
    await submit(intake.url, hook.token, { urls: pages(2, 2) })
    await test.query('update quota_use set used = 0 where account_id = $1 and period = $2', [
      hook.account_id,
      '2026-11-29',
    ])
    await skip(hook, body.batch_id, pages(1, 1))
    const periods = () =>
      test.query(
        'select period, used::integer, given_back::integer from quota_use where account_id = $1 order by period',
        [hook.account_id],
      )
    await until('it is given back', async () => (await periods()).some(({ given_back }) => given_back === 1))
    expect(await periods()).toEqual([
      { period: '2026-11', used: 1, given_back: 1 },
      { period: '2026-11-29', used: 0, given_back: 1 },
      { period: '2026-11-30', used: 1, given_back: 0 },
    ])
    await test.setClock(null)
  })

  it('makes room for URLs that wait', async () => {
    const hook = await newHook(intake, { urls_per_day: 2 })
    const { body } = await submit(intake.url, hook.token, { urls: pages(1, 2), preflight: true })
    const waiting = await submit(intake.url, hook.token, { urls: pages(3, 3), preflight: true, over_quota: 'wait' })
    expect(waiting.body).toMatchObject({ waiting: 1 })
    await skip(hook, body.batch_id, pages(1, 1))
    await until('the one that waited is submitted', () =>
      published.some(({ account_id, urls }) => account_id === hook.account_id && urls[0] === pages(3, 3)[0]),
    )
    const [submitted] = published.filter(({ urls }) => urls[0] === pages(3, 3)[0])
    expect(submitted).toMatchObject({ preflight: true })
  })
})

describe('pre-flight', () => {
  const publishedOf = (batchId: string) => {
    return until('the batch is published', () => published.find(({ batch_id }) => batch_id === batchId))
  }

  it('is said by a request, else by the setting of its project', async () => {
    const hook = await newHook(intake)
    const { account_id, project_id } = hook
    const set = (preflight: boolean, version: number) =>
      broker.publish(preflightChanged, { account_id, project_id, preflight, version }, { id: crypto.randomUUID() })
    const preflightOf = async (n: number, more: object = {}) => {
      const { body } = await submit(intake.url, hook.token, { urls: pages(n, n), ...more })
      return (await publishedOf(body.batch_id)).preflight
    }
    expect(await preflightOf(1)).toBeUndefined()
    expect(await preflightOf(2, { preflight: true })).toBe(true)
    const version = nextVersion()
    await set(true, version)
    await set(false, version - 1)
    let n = 2
    await until('the setting is known', async () => {
      n += 1
      return (await preflightOf(n)) === true
    })
    expect(await preflightOf(1_000, { preflight: false })).toBeUndefined()
  })

  it('is part of what an Idempotency-Key stands for', async () => {
    const hook = await newHook(intake)
    const key = { headers: { 'idempotency-key': crypto.randomUUID() } }
    const first = await submit(intake.url, hook.token, { urls: pages(1, 1), preflight: true }, key)
    const same = await submit(intake.url, hook.token, { urls: pages(1, 1), preflight: true }, key)
    expect(same.body.batch_id).toBe(first.body.batch_id)
    expect(await submit(intake.url, hook.token, { urls: pages(1, 1) }, key)).toMatchObject({ status: 422 })
  })

  it('is true or false', async () => {
    const hook = await newHook(intake)
    const answer = await submit(intake.url, hook.token, { urls: pages(1, 1), preflight: 'yes' })
    expect(answer).toMatchObject({ status: 422, body: { errors: { preflight: [expect.any(String)] } } })
  })
})
