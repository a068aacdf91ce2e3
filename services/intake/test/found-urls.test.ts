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
