import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { hub, pass, reachable, rows, serveFeed, shown, subscriptions, topic, untilState, useHub } from './use-hub.ts'
import { running, site, world } from './use-pages.ts'
import { firstScan, key, putWatch, scan, serveFile, sitemap, watches } from './use-watches.ts'

useHub()

const tenDays = 864_000
const watchFeed = () => putWatch({ url: topic() })
const daysUntil = (time: string | undefined): number => (Date.parse(time ?? '') - Date.now()) / 86_400_000

async function subscribe(): Promise<void> {
  serveFeed(['/tea'])
  await watchFeed()
  await untilState('active')
  await hub.settled()
}

describe('a feed that names a hub', () => {
  it('is subscribed to, with a callback and a secret that cannot be guessed', async () => {
    await subscribe()
    expect(hub.calls).toMatchObject([{ mode: 'subscribe', topic: topic(), leaseSeconds: tenDays }])
    expect(hub.calls[0]?.callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/websub\/[\w-]{22}$/)
    expect(Buffer.byteLength(hub.calls[0]?.secret ?? '')).toBeGreaterThanOrEqual(32)
    expect(Buffer.byteLength(hub.calls[0]?.secret ?? '')).toBeLessThan(200)
    const active = await shown()
    expect(active).toMatchObject({ hub: hub.url, topic: topic(), state: 'active' })
    expect(active).not.toHaveProperty('problem')
    expect(daysUntil(active?.expires_at)).toBeCloseTo(10, 1)
    const { rows: stored } = await world.db.query({ text: 'select secret from hub_subscription' })
    expect(JSON.stringify(stored)).not.toContain(hub.calls[0]?.secret)
  })

  it('is subscribed to once, however often it is scanned', async () => {
    await subscribe()
    serveFeed(['/tea', '/coffee'])
    await scan()
    await scan({ believe: true })
    expect(hub.calls).toHaveLength(1)
    expect(await rows()).toHaveLength(1)
  })

  it('may name it in a Link header, which goes before what stands in it', async () => {
    serveFeed(['/tea'], { hubUrl: 'http://127.0.0.1:9/' })
    const { html = '', headers = {} } = site.pages.get('/feed.xml') ?? {}
    const self = `${site.origin}/feed-at-the-hub.xml`
    serveFile('/feed.xml', html, { ...headers, link: `<${hub.url}>; rel="hub", <${self}>; rel=self` })
    await watchFeed()
    await untilState('active')
    expect(hub.calls).toMatchObject([{ topic: self }])
  })

  it('and whose hub verifies before it answers is subscribed to', async () => {
    hub.behave({ verifies: 'first' })
    await subscribe()
    expect(hub.verifications).toEqual([{ mode: 'subscribe', status: 200, isEchoed: true }])
    expect(await rows()).toMatchObject([{ attempts: 0 }])
  })

  it('no longer, has its subscription ended', async () => {
    await subscribe()
    serveFile('/feed.xml', sitemap([{ path: '/tea' }]))
    await scan()
    await until('the hub has ended it', () => hub.subscriptions.size === 0)
    expect(hub.verifications).toMatchObject([{ mode: 'subscribe' }, { mode: 'unsubscribe', isEchoed: true }])
    expect(await shown()).toBeUndefined()
    await until('it is forgotten', async () => (await rows()).length === 0)
  })

  it('other than before, is subscribed to there with another callback and secret, and no longer here', async () => {
    await subscribe()
    serveFeed(['/tea'], { self: `${site.origin}/moved.xml` })
    await scan()
    await until('there is one subscription', () => [...hub.subscriptions.keys()].join().includes('/moved.xml'))
    await until('the one of before has ended', () => hub.subscriptions.size === 1)
    const [before, , after] = hub.calls.toSorted((one, other) => one.topic.localeCompare(other.topic))
    expect([before?.topic, after?.topic]).toEqual([topic(), `${site.origin}/moved.xml`])
    expect(after?.callback).not.toBe(before?.callback)
    expect(after?.secret).not.toBe(before?.secret)
  })
})

describe('a lease', () => {
  it('is renewed when about 80 % of it have passed', async () => {
    await subscribe()
    const [row] = await rows()
    expect(daysUntil(row?.next_at)).toBeGreaterThan(7.4)
    expect(daysUntil(row?.next_at)).toBeLessThan(8.6)
    await pass("next_at = now(), requested_at = now() - interval '8 days', expires_at = now() + interval '2 days'")
    await until('it is renewed', () => hub.verifications.length === 2)
    expect(hub.calls.map(({ callback, secret }) => [callback, secret])).toEqual(
      Array.from({ length: 2 }, () => [hub.calls[0]?.callback, hub.calls[0]?.secret]),
    )
    await until('it is longer', async () => daysUntil((await shown())?.expires_at) > 9.9)
  })

  it('is renewed once by two copies', async () => {
    await subscribe()
    await using _other = await world.startCopy(reachable)
    for (let renewals = 1; renewals <= 5; renewals += 1) {
      await pass('next_at = now()')
      await until('it is renewed', () => hub.verifications.length === renewals + 1)
      await until('that is noted', async () => daysUntil((await rows())[0]?.next_at) > 7)
    }
    expect(hub.calls).toHaveLength(6)
  })

  it.each([
    ['of a minute counts as one of an hour', 60, 1 / 24],
    ['of a year counts as one of 30 days', 31_536_000, 30],
  ])('%s', async (_what, leaseSeconds, days) => {
    hub.behave({ leaseSeconds })
    await subscribe()
    expect(daysUntil((await shown())?.expires_at)).toBeCloseTo(days, 2)
  })

  it('that could not be renewed stays active until its end, and says what is wrong', async () => {
    await subscribe()
    hub.behave({ status: 500 })
    await pass('next_at = now()')
    await until('the problem is shown', async () => (await shown())?.problem === 'The hub answers 500.')
    expect(await shown()).toMatchObject({ state: 'active' })
    await pass('expires_at = now()')
    expect(await shown()).toMatchObject({ state: 'failed', problem: 'The hub answers 500.' })
  })
})

describe('a hub', () => {
  it('that denies is not asked again for a week, and the watch goes on', async () => {
    hub.behave({ denies: true })
    serveFeed(['/tea'])
    await watchFeed()
    expect(await untilState('denied')).toMatchObject({ problem: 'The hub denies the subscription.' })
    expect(daysUntil((await rows())[0]?.next_at)).toBeCloseTo(7, 1)
    serveFeed(['/tea', '/coffee'])
    expect(await scan()).toMatchObject({ outcome: 'ok', added: 1 })
    expect(hub.calls).toHaveLength(1)
  })

  it('that ends a subscription is shown as denying it', async () => {
    await subscribe()
    const [row] = await rows()
    await subscriptions.verifyIntent({ token: row?.token, mode: 'denied', topic: topic() })
    expect(await shown()).toMatchObject({ state: 'denied' })
    expect(await hub.publish(topic())).toEqual([410])
  })

  it('that is down is asked again, ever more rarely, until it answers', async () => {
    hub.behave({ status: 503 })
    serveFeed(['/tea'])
    await watchFeed()
    await until('it is asked twice', () => hub.calls.length >= 2)
    expect(await untilState('failed')).toMatchObject({ problem: 'The hub answers 503.' })
    hub.behave({})
    expect(await untilState('active')).not.toHaveProperty('problem')
    expect((await rows())[0]?.attempts).toBe(0)
  })

  it('that never verifies has failed, and is asked again', async () => {
    hub.behave({ verifies: 'never' })
    serveFeed(['/tea'])
    await watchFeed()
    const failed = await untilState('failed')
    expect(failed).toMatchObject({ problem: 'The hub has accepted the subscription, and has not verified it.' })
    await until('it is asked again', () => hub.calls.length >= 2)
    expect(new Set(hub.calls.map(({ callback }) => callback)).size).toBe(1)
  })

  it('that cannot be reached delays neither the scan nor other hubs', async () => {
    const gate = Promise.withResolvers<void>()
    running.defer(() => gate.resolve())
    hub.behave({ before: () => gate.promise })
    serveFeed(['/tea'])
    await watchFeed()
    await until('the hub is asked', () => hub.calls.length === 1)
    serveFeed(['/tea', '/coffee'])
    expect(await scan()).toMatchObject({ added: 1 })
    gate.resolve()
    await untilState('active')
  })

  it.each([307, 308])('that answers %d is followed, with the request as it was', async (status) => {
    hub.behave({ status, location: '/elsewhere' })
    serveFeed(['/tea'])
    await watchFeed()
    await until('it has followed', () => hub.calls.length >= 4)
    expect(new Set(hub.calls.slice(0, 4).map((call) => JSON.stringify(call))).size).toBe(1)
    expect(await untilState('failed')).toMatchObject({ problem: 'The hub redirects more than 3 times.' })
  })

  it('that answers 302 is not followed, because that would lose the request', async () => {
    hub.behave({ status: 302, location: '/elsewhere' })
    serveFeed(['/tea'])
    await watchFeed()
    expect(await untilState('failed')).toMatchObject({ problem: 'The hub answers 302.' })
  })
})

describe('a verification is refused', () => {
  const intent = (changes: object) =>
    rows().then(([row]) =>
      subscriptions.verifyIntent({ token: row?.token, mode: 'subscribe', topic: topic(), ...changes }),
    )

  it.each([
    ['for a topic that was not requested', { topic: 'https://example.com/another.xml' }],
    ['of an end that was not requested', { mode: 'unsubscribe' }],
    ['for a token that there is not', { token: 'A'.repeat(22) }],
    ['for what is no token', { token: "' or true --" }],
  ])('%s', async (_what, changes) => {
    await subscribe()
    await expect(intent(changes)).rejects.toMatchObject({ kind: 'not_found' })
    expect(await shown()).toMatchObject({ state: 'active' })
  })

  it('that comes more than a day after its request', async () => {
    await subscribe()
    await pass("requested_at = now() - interval '25 hours'")
    await expect(intent({})).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('with a mode that WebSub does not know, by naming it', async () => {
    await expect(intent({ token: 'A'.repeat(22), mode: 'publish' })).rejects.toMatchObject({ kind: 'invalid' })
  })
})

describe('a watch that is deleted', () => {
  it('ends its subscription at the hub', async () => {
    await subscribe()
    await watches.deleteWatch(key)
    await until('the hub has ended it', () => hub.subscriptions.size === 0)
    await until('it is forgotten', async () => (await rows()).length === 0)
  })

  it('with its project, does so too', async () => {
    await subscribe()
    const { account_id, project_id } = key
    await world.deleteProject({ account_id, project_id, project: '127.0.0.1', deleted_at: new Date().toISOString() })
    await until('the hub has ended it', () => hub.subscriptions.size === 0)
    await until('it is forgotten', async () => (await rows()).length === 0)
  })

  it('is forgotten although its hub is gone, and its callback answers 410', async () => {
    await subscribe()
    hub.behave({ status: 500 })
    await watches.deleteWatch(key)
    await until('it is forgotten', async () => (await rows()).length === 0)
    expect(hub.calls.map(({ mode }) => mode)).toEqual(['subscribe', 'unsubscribe', 'unsubscribe', 'unsubscribe'])
    expect(await hub.publish(topic())).toEqual([410])
  })

  it('before its hub has verified anything asks nothing of it', async () => {
    hub.behave({ verifies: 'never' })
    serveFeed(['/tea'])
    await watchFeed()
    await until('the hub is asked', () => hub.calls.length === 1)
    await watches.deleteWatch(key)
    await until('it is forgotten', async () => (await rows()).length === 0)
    expect(hub.calls.filter(({ mode }) => mode === 'unsubscribe')).toEqual([])
  })
})

it('a watch whose feed names no hub has no subscription', async () => {
  serveFile('/feed.xml', sitemap([{ path: '/tea' }]))
  await watchFeed()
  await firstScan()
  expect(await shown()).toBeUndefined()
  expect(await rows()).toEqual([])
})
