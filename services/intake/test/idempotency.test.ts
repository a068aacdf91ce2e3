import { createHash } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { intake, newHook, pages, submit, test, useIntake } from './intake-under-test.ts'

useIntake()

type Hook = Awaited<ReturnType<typeof newHook>>
const headers = { 'idempotency-key': 'deploy' }
let version = 0
const setChannels = ({ account_id, project_id }: Hook, ready: string[], chosen: string[]) => {
  version += 1
  return intake.quotas.setChannels({ account_id, project_id, ready, chosen, version })
}
const used = async ({ account_id }: Hook) => (await intake.quotas.getUsage({ account_id })).day?.used

describe('an honest retry', () => {
  it('gets the stored answer after the project has chosen other channels', async () => {
    const hook = await newHook(intake)
    await setChannels(hook, ['indexnow', 'bing'], ['indexnow', 'bing'])
    const urls = [...pages(1, 2), ...pages(1, 1), 'nonsense']
    const first = await submit(intake.url, hook.token, { urls }, { headers })
    expect(first).toMatchObject({ status: 202, body: { accepted: 2, duplicates: 1, rejected: 1 } })
    await setChannels(hook, ['indexnow', 'bing'], ['indexnow'])
    const second = await submit(intake.url, hook.token, { urls }, { headers })
    expect(second).toMatchObject({ status: 202, body: first.body })
    expect(second.headers.get('ratelimit')).toBe(first.headers.get('ratelimit'))
    expect(await used(hook)).toBe(4)
  })

  it('gets the stored answer when the channel that it names has lost its settings', async () => {
    const hook = await newHook(intake)
    await setChannels(hook, ['indexnow', 'bing'], ['indexnow'])
    const sent = { urls: pages(1, 2), channel: 'bing' }
    const first = await submit(intake.url, hook.token, sent, { headers })
    await setChannels(hook, ['indexnow'], ['indexnow'])
    expect(await submit(intake.url, hook.token, sent, { headers })).toMatchObject({ status: 202, body: first.body })
    expect(await submit(intake.url, hook.token, sent)).toMatchObject({
      status: 422,
      body: { code: 'channel_not_ready' },
    })
  })

  it('gets the answer that the previous version stored, by the hash of that version', async () => {
    const hook = await newHook(intake)
    const urls = pages(1, 2)
    const first = await submit(intake.url, hook.token, { urls }, { headers })
    const former = createHash('sha256')
      .update(JSON.stringify([urls, 'indexnow', 'update']))
      .digest()
    await test.query(
      `update idempotency set request_hash = $2, outcome = outcome - 'channel' where account_id = $1 and operation = 'submit'`,
      [hook.account_id, former],
    )
    expect((await submit(intake.url, hook.token, { urls }, { headers })).body).toEqual(first.body)
    const other = await submit(intake.url, hook.token, { urls: pages(1, 1) }, { headers })
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  it('of many at once gets one answer, and is charged once', async () => {
    const hook = await newHook(intake)
    const send = () => submit(intake.url, hook.token, { urls: pages(1, 3) }, { headers })
    const bodies = (await Promise.all(Array.from({ length: 20 }, send))).map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies).size).toBe(1)
    expect(await used(hook)).toBe(3)
  })

  it('is refused as any other request once its token is no longer accepted', async () => {
    const hook = await newHook(intake)
    await submit(intake.url, hook.token, { urls: pages(1, 1) }, { headers })
    await intake.hooks.setHookEnabled({ ...hook, enabled: false })
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1) }, { headers })).status).toBe(404)
  })

  it('counts towards the requests of its token', async () => {
    const slow = await test.start({ HOOK_REQUESTS_PER_MINUTE: 60 })
    const hook = await newHook(slow)
    const statuses: number[] = []
    for (let time = 0; time < 21; time++)
      statuses.push((await submit(slow.url, hook.token, { urls: pages(1, 1) }, { headers })).status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    await slow.stop()
  })
})

describe('another request with the same key', () => {
  it.each([
    ['other URLs', { urls: pages(1, 2) }],
    ['the channel named that was the default', { urls: pages(1, 1), channel: 'indexnow' }],
    ['another action', { urls: pages(1, 1), action: 'delete' }],
  ])('is refused: %s', async (_, sent) => {
    const hook = await newHook(intake)
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1) }, { headers })).status).toBe(202)
    const { status, body } = await submit(intake.url, hook.token, sent, { headers })
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(await used(hook)).toBe(1)
  })
})
