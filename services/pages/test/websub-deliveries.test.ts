import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { hub, reachable, rows, serveFeed, shown, subscriptions, topic, untilState, useHub } from './use-hub.ts'
import { running, site, world } from './use-pages.ts'
import { key, putWatch, taken, untilTaken, watches } from './use-watches.ts'

useHub()

const scans = async () => (await watches.listScans({ ...key, per_page: 100 })).scans

async function subscribe(): Promise<void> {
  serveFeed(['/tea'])
  await putWatch({ url: topic() })
  await untilState('active')
  await hub.settled()
  expect(await scans()).toHaveLength(1)
}

type DueRow = { push_due_at: string | null; next_scan_at: string }
const due = async (): Promise<DueRow | undefined> => {
  const text = 'select push_due_at, next_scan_at from watch where project_id = $1'
  return (await world.db.query<DueRow>({ text, values: [key.project_id] })).rows[0]
}

describe('a delivery', () => {
  it.each(['sha1', 'sha256', 'sha384', 'sha512'] as const)('signed by %s has the feed read now', async (method) => {
    await subscribe()
    serveFeed(['/tea', '/coffee'])
    expect(await hub.publish(topic(), { method })).toEqual([202])
    await untilTaken(1)
    expect(taken()).toEqual(['update /coffee'])
    expect(Date.parse((await shown())?.last_delivery_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  it('does not say what the site has: the feed at its origin does', async () => {
    await subscribe()
    const body = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="${site.origin}/forged"/></entry></feed>`
    await hub.publish(topic(), { body })
    await until('it is scanned', async () => (await scans()).length === 2)
    expect(taken()).toEqual([])
    expect(await watches.getWatch(key)).toMatchObject({ pages: 1 })
  })

  it.each([
    ['is signed by another secret', { secret: 'another secret' }],
    ['is not signed', { method: 'none' as const }],
  ])('that %s is answered like any other, and counts for nothing', async (_what, publication) => {
    await subscribe()
    const before = await due()
    expect(await hub.publish(topic(), publication)).toEqual([202])
    expect(await due()).toEqual(before)
    expect(await shown()).not.toHaveProperty('last_delivery_at')
  })

  it('that is signed for another subscription counts for nothing', async () => {
    await subscribe()
    const [subscription] = hub.subscriptions.values()
    const [row] = await rows()
    await putWatch({ url: topic() }, 'other')
    await until('there are two', () => hub.subscriptions.size === 2)
    const other = [...hub.subscriptions.values()].find(({ callback }) => !callback.endsWith(row?.token ?? ''))
    expect(other?.secret).not.toBe(subscription?.secret)
    expect(await hub.publish(topic(), { secret: subscription?.secret ?? '' })).toEqual([202, 202])
    const { websub } = await watches.getWatch({ ...key, id: 'other' })
    expect(websub).not.toHaveProperty('last_delivery_at')
  })

  it('for a subscription that was not verified is unknown', async () => {
    hub.behave({ verifies: 'never' })
    serveFeed(['/tea'])
    await putWatch({ url: topic() })
    await until('the hub is asked', () => hub.calls.length === 1)
    const [row] = await rows()
    const delivery = { token: row?.token, signature: 'sha1=00', body: Buffer.from('') }
    await expect(subscriptions.deliver(delivery)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('twice scans twice at most, and changes nothing more', async () => {
    await subscribe()
    serveFeed(['/tea', '/coffee'])
    await hub.publish(topic())
    await hub.publish(topic())
    await untilTaken(1)
    await until('what was planned is over', async () => (await due())?.push_due_at === null)
    expect(taken()).toEqual(['update /coffee'])
  })
})

describe('a hundred deliveries in a second', () => {
  it('make one scan now, and one a minute later', async () => {
    serveFeed(['/tea'])
    await putWatch({ url: topic() })
    await untilState('active')
    await hub.settled()
    // From here on, in real time: the rest between two scans is a minute.
    await using real = await world.startCopy({ ...reachable, timing: { waitFactor: 1 } })
    await using client = world.callSubscriptions(real)
    const [subscription] = hub.subscriptions.values()
    const token = subscription?.callback.split('/').at(-1)
    const body = Buffer.from('<feed/>')
    const signature = `sha256=${createHmac('sha256', subscription?.secret ?? '')
      .update(body)
      .digest('hex')}`
    const deliver = () => client.deliver({ token, signature, body })
    expect(await deliver()).toEqual({ taken: true })
    await until('it is scanned', async () => (await scans()).length === 2)
    await Promise.all(Array.from({ length: 99 }, deliver))
    const planned = await due()
    const seconds = (Date.parse(planned?.push_due_at ?? '') - Date.now()) / 1_000
    expect(seconds).toBeGreaterThan(40)
    expect(seconds).toBeLessThanOrEqual(60)
    await until('no scan is under way', async () => (await due())?.next_scan_at === planned?.push_due_at)
    expect(await scans()).toHaveLength(2)
  })
})

it('a delivery during a scan makes another scan, since the file may have been read before', async () => {
  await subscribe()
  const gate = Promise.withResolvers<void>()
  running.defer(() => gate.resolve())
  const feed = site.pages.get('/feed.xml')
  site.handlers.set('/feed.xml', (_request, response) => {
    void gate.promise.then(() => response.writeHead(200, feed?.headers).end(feed?.html))
  })
  const asked = site.askedFor('/feed.xml')
  await watches.scanWatch({ ...key, believe: false })
  await until('the file is requested', () => site.askedFor('/feed.xml') > asked)
  site.handlers.delete('/feed.xml')
  serveFeed(['/tea', '/coffee'])
  expect(await hub.publish(topic())).toEqual([202])
  gate.resolve()
  await untilTaken(1)
  expect(taken()).toEqual(['update /coffee'])
})

it('secrets are sealed with the newest key by command, and are opened by it alone then', async () => {
  await subscribe()
  const config = {
    ...reachable.config,
    SETTINGS_KEY: 'a newer settings key of this test,the settings key of a test of pages',
  }
  await using newer = await world.startCopy({ config })
  await using client = world.callSubscriptions(newer)
  const before = await client.reencryptSubscriptions({})
  expect(before.count).toBeGreaterThanOrEqual(1)
  expect(await client.reencryptSubscriptions({})).toEqual({ count: 0 })
  await using only = await world.startCopy({ config: { ...config, SETTINGS_KEY: 'a newer settings key of this test' } })
  await using newest = world.callSubscriptions(only)
  const [row] = await rows()
  const forged = { token: row?.token, signature: 'sha256=00', body: Buffer.from('') }
  expect(await newest.deliver(forged)).toEqual({ taken: false })
})
