import { describe, expect, it } from '@jest/globals'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { urlsFound } from '@pagebell/messages/urls-found'
import { until } from '@pagebell/testing/until'
import { intake, newHook, pages, submit, test, useIntake } from './intake-under-test.ts'
import { broker, published, useBroker } from './use-broker.ts'

useIntake()
useBroker()

type Hook = Awaited<ReturnType<typeof newHook>>

function find({ account_id, project_id, project }: Hook, urls: string[], channel = 'indexnow'): Promise<void> {
  const body = { account_id, project_id, project, channel, urls }
  return broker.publish(urlsFound, body, { id: crypto.randomUUID() })
}

const publishedOf = (hook: Hook, url: string) =>
  published.filter(({ account_id, urls }) => account_id === hook.account_id && urls.includes(url))
const untilPublished = (hook: Hook, url: string) => until('the URL is published', () => publishedOf(hook, url)[0])

const usedToday = async ({ account_id }: Hook) => (await intake.quotas.getUsage({ account_id })).day?.used

const keep = (hook: Hook, urls: string[], action = 'update') => {
  const { account_id, project_id, project } = hook
  return intake.foundUrls.keepFoundUrls({ account_id, project_id, project, action, urls })
}
const waitingOf = async ({ account_id }: Hook) =>
  (await test.query('select url from waiting_url where account_id = $1 order by url', [account_id])).map(
    ({ url }) => url,
  )

describe('pages that a watch has found', () => {
  it('are submitted with pre-flight to the channels of the project, with their action', async () => {
    const hook = await newHook(intake)
    const { account_id, project_id } = hook
    const chosen = ['indexnow', 'bing']
    await intake.quotas.setChannels({ account_id, project_id, ready: chosen, chosen, version: 2 })
    const [url = '', removed = ''] = pages(1, 2)
    expect(await keep(hook, [url])).toEqual({ outcome: 'kept', later: [] })
    expect(await keep(hook, [removed], 'delete')).toEqual({ outcome: 'kept', later: [] })
    await untilPublished(hook, removed)
    await until('both channels have it', () => publishedOf(hook, url).length === 2)
    expect(
      publishedOf(hook, url)
        .map(({ channel }) => channel)
        .toSorted(),
    ).toEqual(['bing', 'indexnow'])
    expect(publishedOf(hook, url)).toMatchObject([{ action: 'update', preflight: true }, { preflight: true }])
    expect(publishedOf(hook, removed)[0]).toMatchObject({ action: 'delete', preflight: true })
  })

  it('come later if they would be duplicates now', async () => {
    const hook = await newHook(intake)
    const [sent = '', url = ''] = pages(1, 2)
    await submit(intake.url, hook.token, { urls: [sent] })
    expect(await keep(hook, [sent, url, sent])).toEqual({ outcome: 'kept', later: [0] })
    await untilPublished(hook, url)
    expect(await usedToday(hook)).toBe(2)
    // A deletion of it is none.
    expect(await keep(hook, [sent], 'delete')).toEqual({ outcome: 'kept', later: [] })
  })

  it('of another site are left out', async () => {
    const hook = await newHook(intake)
    expect(await keep(hook, ['https://elsewhere.example/', 'no url'])).toEqual({ outcome: 'kept', later: [] })
    expect(await waitingOf(hook)).toEqual([])
  })

  it('wait for the quota, and are refused together when the list is full', async () => {
    const hook = await newHook(intake, { urls_per_day: 0 })
    const many = pages(1, 9_999)
    for (let first = 0; first < many.length; first += 1_000) await keep(hook, many.slice(first, first + 1_000))
    expect(await keep(hook, pages(20_000, 20_001))).toEqual({ outcome: 'full', later: [] })
    expect(await keep(hook, pages(20_000, 20_000))).toEqual({ outcome: 'kept', later: [] })
    expect(await waitingOf(hook)).toHaveLength(10_000)
  })

  it('of a deleted project are not kept', async () => {
    const hook = await newHook(intake)
    const { account_id, project_id, project } = hook
    const deleted = { account_id, project_id, project, deleted_at: new Date().toISOString() }
    await broker.publish(projectDeleted, deleted, { id: crypto.randomUUID() })
    await until('it is closed', async () => (await keep(hook, pages(1, 1))).outcome === 'closed')
    expect(await waitingOf(hook)).toEqual([])
  })

  it.each([
    ['action', 'publish', ['https://example.com/'], 'must be one of: update, delete'],
    ['urls', 'update', [], 'must be from 1 to 1000 URLs'],
    ['urls', 'update', Array.from({ length: 1_001 }, () => 'https://example.com/'), 'must be from 1 to 1000 URLs'],
  ])('with a wrong %s are refused', async (field, action, urls, text) => {
    const kept = keep(await newHook(intake), urls, action)
    await expect(kept).rejects.toMatchObject({ kind: 'invalid', errors: { [field]: [text] } })
  })
})

describe('a page that a check has found', () => {
  it('is submitted with pre-flight to the channel of the check, and charged once', async () => {
    const hook = await newHook(intake)
    const [url = '', marker = ''] = pages(1, 2)
    await find(hook, [url], 'bing')
    await find(hook, [url], 'bing')
    expect(await untilPublished(hook, url)).toMatchObject({ channel: 'bing', action: 'update', preflight: true })
    await find(hook, [url], 'bing')
    await find(hook, [marker])
    await untilPublished(hook, marker)
    expect(publishedOf(hook, url)).toHaveLength(1)
    expect(await usedToday(hook)).toBe(2)
  })

  it('is not submitted if a webhook has sent it within the window, or it is of another site', async () => {
    const hook = await newHook(intake)
    const [url = '', marker = ''] = pages(1, 2)
    await submit(intake.url, hook.token, { urls: [url] })
    await untilPublished(hook, url)
    await find(hook, [url, 'https://elsewhere.example/', marker])
    await untilPublished(hook, marker)
    expect(publishedOf(hook, url)).toHaveLength(1)
    expect(await usedToday(hook)).toBe(2)
  })

  it('waits for the quota', async () => {
    const hook = await newHook(intake, { urls_per_day: 1 })
    const [sent = '', url = ''] = pages(1, 2)
    await submit(intake.url, hook.token, { urls: [sent] })
    await find(hook, [url])
    await until('it waits', async () => {
      const values = [hook.account_id]
      return (await test.query('select from waiting_url where account_id = $1', values)).length === 1
    })
    expect(await usedToday(hook)).toBe(1)
  })

  it('of a deleted project is forgotten', async () => {
    const hook = await newHook(intake)
    const { account_id, project_id, project } = hook
    const deleted = { account_id, project_id, project, deleted_at: new Date().toISOString() }
    await broker.publish(projectDeleted, deleted, { id: crypto.randomUUID() })
    await until('the project is closed', async () => {
      return (await test.query('select from closed_project where project_id = $1', [project_id])).length === 1
    })
    const [url = ''] = pages(1, 1)
    await find(hook, [url])
    const other = await newHook(intake)
    await find(other, [url])
    await untilPublished(other, url)
    expect(publishedOf(hook, url)).toEqual([])
    expect(await test.query('select from waiting_url where account_id = $1', [account_id])).toEqual([])
  })
})
