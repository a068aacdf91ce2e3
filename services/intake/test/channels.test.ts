import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { channelsChanged } from '@pagebell/messages/channels-changed'
import type { Body } from '@pagebell/messages/define-message'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import type { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { until } from '@pagebell/testing/until'
import { consumeSubmitted } from './consume-submitted.ts'
import { intakeUnderTest, newHook, pages, type Running, read, submit, type UnderTest } from './intake-under-test.ts'

let test: UnderTest
let intake: Running
let broker: Broker
const published: Body<typeof urlsSubmitted>[] = []
/** The size of the whole batch, as each of its messages tells it. */
const sizes = new Map<string, (string | undefined)[]>()
const listening = new AsyncDisposableStack()

beforeAll(async () => {
  test = await intakeUnderTest()
  intake = await test.start()
  const { AMQP_URL: url, AMQP_PREFIX: prefix } = test.settings
  broker = listening.use(await connectBroker({ url, prefix, log: test.log, service: 'notifier' }))
  listening.use(
    await consumeSubmitted(broker, (body, { extensions }) => {
      published.push(body)
      sizes.set(body.batch_id, [...(sizes.get(body.batch_id) ?? []), extensions['batchurls']])
    }),
  )
})
afterAll(async () => {
  await listening.disposeAsync()
  await test[Symbol.asyncDispose]()
})

type Hook = Awaited<ReturnType<typeof newHook>>
let version = 0
const publishChannels = ({ account_id, project_id }: Hook, ready: string[], chosen: string[], at = ++version) =>
  intake.quotas.setChannels({ account_id, project_id, ready, chosen, version: at })
const publishedOf = (batch_id: string, count: number) =>
  until('the batch is published', () => {
    const found = published.filter((body) => body.batch_id === batch_id)
    return found.length === count && found.toSorted((a, b) => (a.channel < b.channel ? -1 : 1))
  })

describe('a channel', () => {
  it('that is named is accepted once the project has settings for it, and is charged apart from the others', async () => {
    const hook = await newHook(intake)
    const urls = pages(1, 2)
    const early = await submit(intake.url, hook.token, { urls, channel: 'bing' })
    expect(early).toMatchObject({ status: 422, body: { code: 'channel_not_ready' } })
    expect(early.body.errors.channel[0]).toContain('PUT /api/v1/projects/example.com/channels/bing')
    await publishChannels(hook, ['indexnow', 'bing'], ['indexnow'])
    const taken = await submit(intake.url, hook.token, { urls, channel: 'bing' })
    expect(taken).toMatchObject({ status: 202, body: { accepted: 2, quota: { day: { used: 2 } } } })
    expect(await publishedOf(taken.body.batch_id, 1)).toMatchObject([{ channel: 'bing', urls }])
    const other = await submit(intake.url, hook.token, { urls, channel: 'indexnow' })
    expect(other.body).toMatchObject({ accepted: 2, quota: { day: { used: 4 } } })
    await publishChannels(hook, ['indexnow'], ['indexnow'])
    expect((await submit(intake.url, hook.token, { urls: pages(3, 3), channel: 'bing' })).status).toBe(422)
  })

  it('that does not exist is refused with the names of those that do', async () => {
    const hook = await newHook(intake)
    const answer = await submit(intake.url, hook.token, { urls: pages(1, 1), channel: 'sitemap' })
    expect(answer.status).toBe(422)
    for (const name of ['indexnow', 'google', 'bing']) expect(answer.body.errors.channel[0]).toContain(name)
  })

  it('without settings is refused only to those whose token is accepted', async () => {
    const hook = await newHook(intake)
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await intake.hooks.setHookEnabled({ account_id: hook.account_id, project_id: hook.project_id, enabled: false })
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1), channel: 'bing' })).status).toBe(404)
  })
})

describe('several channels at once', () => {
  it('make a batch that is answered whole, though the notifier needs several pages for it', async () => {
    const hook = await newHook(intake)
    const channels = ['indexnow', 'google', 'bing']
    await publishChannels(hook, channels, channels)
    const urls = pages(1, 700)
    const { body } = await submit(intake.url, hook.token, { urls })
    const ended = urls.flatMap((url) => channels.map((channel) => ({ url, channel, status: 'delivered' })))
    test.deliveries.set(body.batch_id, ended)
    const batch = await read(intake.url, `/api/hooks/${hook.token}/batches/${body.batch_id}`)
    expect(batch.body.counts).toEqual({ delivered: 2_100 })
  })

  it('each get the URLs, which cost a unit for each, and are listed separately in the batch', async () => {
    const hook = await newHook(intake)
    await publishChannels(hook, ['indexnow', 'google', 'bing'], ['indexnow', 'bing'])
    const urls = pages(1, 3)
    const { status, body } = await submit(intake.url, hook.token, { urls: [...urls, urls[0]] })
    expect(status).toBe(202)
    expect(body).toMatchObject({ accepted: 3, duplicates: 1, quota: { day: { used: 6 } } })
    expect(body.results[0]).toEqual({ url: urls[0], verdict: 'accepted', channels: ['indexnow', 'bing'] })
    expect(await publishedOf(body.batch_id, 2)).toMatchObject([
      { channel: 'bing', urls },
      { channel: 'indexnow', urls },
    ])
    const path = `/api/hooks/${hook.token}/batches/${body.batch_id}`
    const delivered = { url: urls[0] ?? '', channel: 'bing', status: 'delivered' }
    test.deliveries.set(body.batch_id, [delivered])
    const batch = (await read(intake.url, path)).body
    expect(batch).toMatchObject({ accepted: 3, counts: { queued: 5, delivered: 1 } })
    expect(batch.results.slice(0, 2)).toEqual([
      { url: urls[0], channel: 'indexnow', status: 'queued', attempts: 0 },
      { url: urls[0], channel: 'bing', status: 'delivered', attempts: 0 },
    ])
  })

  it('send a URL that one of them has just received to the others alone', async () => {
    const hook = await newHook(intake)
    const urls = pages(1, 2)
    await submit(intake.url, hook.token, { urls: pages(1, 1) })
    await publishChannels(hook, ['indexnow', 'bing'], ['indexnow', 'bing'])
    const { body } = await submit(intake.url, hook.token, { urls })
    expect(body.results).toMatchObject([{ channels: ['bing'] }, { channels: ['indexnow', 'bing'] }])
    expect(await publishedOf(body.batch_id, 2)).toMatchObject([{ urls }, { urls: pages(2, 2) }])
    expect(body.quota.day.used).toBe(4)
    const again = await submit(intake.url, hook.token, { urls })
    expect(again.body).toMatchObject({ accepted: 0, duplicates: 2 })
    expect(Date.parse(again.body.results[0].allowed_again_at)).toBeGreaterThan(Date.now() + 590_000)
  })

  it('need the quota for all of them, or nothing is accepted', async () => {
    const hook = await newHook(intake, { urls_per_day: 3 })
    await publishChannels(hook, ['indexnow', 'bing'], ['indexnow', 'bing'])
    expect(await submit(intake.url, hook.token, { urls: pages(1, 2) })).toMatchObject({
      status: 429,
      body: { needed: 4, remaining: 3 },
    })
    expect((await submit(intake.url, hook.token, { urls: pages(1, 1) })).status).toBe(202)
  })

  it('are split at 1,000 URLs a message each', async () => {
    const hook = await newHook(intake)
    await publishChannels(hook, ['indexnow', 'bing'], ['indexnow', 'bing'])
    const { body } = await submit(intake.url, hook.token, { urls: pages(1, 1_500) })
    const lengths = (await publishedOf(body.batch_id, 4)).map(({ channel, urls }) => `${channel} ${urls.length}`)
    expect(sizes.get(body.batch_id)).toEqual(['3000', '3000', '3000', '3000'])
    expect(lengths.toSorted()).toEqual(['bing 1000', 'bing 500', 'indexnow 1000', 'indexnow 500'])
  })
})

describe('the channels of a project', () => {
  const known = async ({ project_id }: Hook) =>
    (
      await test.query('select ready, chosen, version::int from project_channels where project_id = $1', [project_id])
    )[0]

  it('are set by message too, and an older version changes nothing', async () => {
    const hook = await newHook(intake)
    const sender = listening.use(
      await connectBroker({
        url: test.settings.AMQP_URL,
        prefix: test.settings.AMQP_PREFIX,
        log: test.log,
        service: 'project',
      }),
    )
    const { account_id, project_id } = hook
    const body = { account_id, project_id, version: 5, ready: ['indexnow', 'google'], chosen: ['google'] }
    for (let time = 0; time < 2; time++) await sender.publish(channelsChanged, body, { id: crypto.randomUUID() })
    await until('it has come', async () => (await known(hook)) !== undefined)
    await publishChannels(hook, ['indexnow'], ['indexnow'], 4)
    expect(await known(hook)).toEqual({ ready: ['indexnow', 'google'], chosen: ['google'], version: 5 })
    const { body: answer } = await submit(intake.url, hook.token, { urls: pages(1, 1) })
    expect(await publishedOf(answer.batch_id, 1)).toMatchObject([{ channel: 'google' }])

    const deleted_at = '2026-11-21T10:00:00.000Z'
    await sender.publish(
      projectDeleted,
      { account_id, project_id, project: hook.project, deleted_at },
      { id: project_id },
    )
    await until('it is forgotten', async () => (await known(hook)) === undefined)
  })
})
