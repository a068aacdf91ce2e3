import { describe, expect, it } from '@jest/globals'
import type { Body, Message } from '@pagebell/messages/define-message'
import { deliveriesHeld } from '@pagebell/messages/deliveries-held'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { watchRecovered } from '@pagebell/messages/watch-recovered'
import { watchTroubled } from '@pagebell/messages/watch-troubled'
import { dyingDatabase } from '@pagebell/testing/dying-database'
import { until } from '@pagebell/testing/until'
import { onDeliveriesHeld } from '../src/alerts/deliveries-held.consumer.ts'
import { onWatchRecovered } from '../src/alerts/watch-recovered.consumer.ts'
import { onWatchTroubled } from '../src/alerts/watch-troubled.consumer.ts'
import {
  dayMs,
  db,
  digestsOf,
  get,
  newPlace,
  openOf,
  type Place,
  put,
  running,
  sendDigest,
  tools,
  useAlerts,
} from './use-alerts.ts'

// What the rules watch_trouble and held make of the messages of other services, in any order.

useAlerts()

const publish = <Declared extends Message>(message: Declared, body: Body<Declared>) =>
  running.broker.publish(message, body, { id: crypto.randomUUID() })
const timeOf = (hour: number) => new Date(Date.UTC(2026, 10, 27, hour)).toISOString()
const untilOpen = (place: Place, count: number) =>
  until(`${count} are open`, async () => (await get(place)).open_total === count)
const untilDigests = (place: Place, count: number) =>
  until(`${count} digests have come`, () => digestsOf(place).length === count)

describe('the trouble of a watch', () => {
  async function watched(): Promise<Place> {
    const place = newPlace()
    await put(place, [{ when: 'watch_trouble' }])
    return place
  }
  const troubled = (place: Place, hour: number, watch = 'main') => {
    const url = `https://${place.project}/sitemap.xml`
    const problems = [{ code: 'not_xml', detail: `The file is HTML at ${hour}.` }]
    return { ...place, watch, scan_id: crypto.randomUUID(), url, at: timeOf(hour), problems }
  }
  const recovered = (place: Place, hour: number, watch = 'main') => ({ ...place, watch, at: timeOf(hour) })
  /** Has the service judge messages, one after the other. */
  const judge = async (...bodies: (Body<typeof watchTroubled> | Body<typeof watchRecovered>)[]) => {
    for (const body of bodies)
      if ('problems' in body) await onWatchTroubled(tools())(body)
      else await onWatchRecovered(tools())(body)
  }

  it('is in one digest as opened and in one as resolved, however often its messages come', async () => {
    const place = await watched()
    const trouble = troubled(place, 10)
    for (const _ of [1, 2]) await publish(watchTroubled, trouble)
    await untilOpen(place, 1)
    await sendDigest(place)
    await publish(watchTroubled, trouble)
    await sendDigest(place)
    for (const _ of [1, 2]) await publish(watchRecovered, recovered(place, 12))
    await untilOpen(place, 0)
    await judge(trouble, recovered(place, 12))
    for (const _ of [1, 2]) await sendDigest(place)
    await untilDigests(place, 2)
    const [first, second] = digestsOf(place)
    const alert = { id: trouble.scan_id, title: 'The watch main has a problem', detail: 'The file is HTML at 10.' }
    expect(first).toMatchObject({ opened: [{ ...alert, url: trouble.url, since: timeOf(10) }], resolved: [] })
    expect(second).toMatchObject({ opened: [], resolved: [alert] })
  })

  it('that ends before the digest is in none', async () => {
    const place = await watched()
    await judge(troubled(place, 10), recovered(place, 11))
    await sendDigest(place)
    await judge(troubled(place, 12))
    await sendDigest(place)
    await untilDigests(place, 1)
    expect(digestsOf(place)).toMatchObject([{ opened: [{ since: timeOf(12) }], resolved: [] }])
  })

  it('that comes after its end is no alert, and a later one is', async () => {
    const place = await watched()
    await judge(recovered(place, 12), recovered(place, 9), troubled(place, 10))
    expect(await openOf(place)).toEqual([])
    await judge(troubled(place, 13), recovered(place, 12))
    expect((await get(place)).open).toMatchObject([{ since: timeOf(13) }])
  })

  it('ends for that watch of that account alone, with all that it has found', async () => {
    const [place, other] = [await watched(), await watched()]
    const strange = { ...place, account_id: other.account_id }
    await judge(troubled(place, 10), troubled(place, 11), troubled(place, 10, 'feed'), troubled(strange, 10))
    await judge(recovered(strange, 12), recovered(place, 12, 'mai'))
    expect((await get(place)).open_total).toBe(3)
    expect((await get(strange)).open_total).toBe(0)
    await judge(recovered(place, 12))
    expect((await get(place)).open).toMatchObject([{ title: 'The watch feed has a problem' }])
  })

  it('of a version that did not know of its end is deleted a week after its digest', async () => {
    const place = await watched()
    await judge(troubled(place, 10))
    await running.sql.query('update alert set watch = null where project_id = $1', [place.project_id])
    for (let day = 0; day < 7; day += 1) await sendDigest(place)
    expect(await openOf(place)).toEqual(['watch_trouble'])
    for (const _ of [1, 2]) await sendDigest(place)
    expect(await openOf(place)).toEqual([])
    await untilDigests(place, 1)
  })

  it('is kept as it was by a copy that dies, until another one has judged its end', async () => {
    const place = await watched()
    await judge(troubled(place, 10))
    const end = recovered(place, 12)
    await expect(onWatchRecovered({ ...tools(), db: dyingDatabase(db) })(end)).rejects.toThrow()
    expect(await openOf(place)).toEqual(['watch_trouble'])
    await judge(end)
    expect(await openOf(place)).toEqual([])
  })

  it('leaves nothing behind', async () => {
    const place = await watched()
    await judge(recovered(place, 12))
    const left = async () =>
      (await running.sql.query('select from watch_recovery where project_id = $1', [place.project_id])).rowCount
    expect(await left()).toBe(1)
    await sendDigest(place)
    expect(await left()).toBe(0)
  })
})

describe('deliveries on hold', () => {
  const held = (place: Place, hour: number, deliveries: number, paused = 0): Body<typeof deliveriesHeld> => {
    const { account_id, project_id } = place
    return { account_id, project_id, deliveries, paused, at: timeOf(hour) }
  }
  async function ruled(...counts: number[]): Promise<Place> {
    const place = newPlace()
    await put(
      place,
      counts.map((count) => ({ when: 'held', count })),
    )
    return place
  }
  const judge = async (...bodies: Body<typeof deliveriesHeld>[]) => {
    for (const body of bodies) await onDeliveriesHeld(tools())(body)
  }

  it('are an alert once two counts have shown them, and resolved by one that is lower', async () => {
    const place = await ruled(2)
    await judge(held(place, 10, 2))
    await sendDigest(place)
    expect(await openOf(place)).toEqual([])
    for (const _ of [1, 2]) await publish(deliveriesHeld, held(place, 11, 12, 2))
    await untilOpen(place, 1)
    await sendDigest(place)
    await publish(deliveriesHeld, held(place, 12, 1))
    await untilOpen(place, 0)
    for (const _ of [1, 2]) await sendDigest(place)
    await untilDigests(place, 2)
    const [first, second] = digestsOf(place)
    const [opened] = first?.opened ?? []
    expect(opened).toMatchObject({ when: 'held', title: 'URLs are not sent', since: timeOf(10) })
    expect(opened?.detail).toBe(
      `12 deliveries of ${place.project} are on hold: 10 until the key file is on the site, 2 because the channel is paused.`,
    )
    expect(second).toMatchObject({ opened: [], resolved: [{ id: opened?.id }] })
  })

  it('for a moment are none', async () => {
    const place = await ruled(1)
    await judge(held(place, 10, 5), held(place, 11, 0), held(place, 12, 5))
    expect(await openOf(place)).toEqual([])
  })

  it('count once a message, and not by one that comes after a newer one', async () => {
    const place = await ruled(1)
    await judge(held(place, 10, 5), held(place, 10, 5))
    expect(await openOf(place)).toEqual([])
    await judge(held(place, 12, 0), held(place, 11, 5), held(place, 13, 5))
    expect(await openOf(place)).toEqual([])
    await judge(held(place, 14, 5), held(place, 12, 0))
    expect(await openOf(place)).toEqual(['held'])
  })

  it('are compared with the number of each rule, and forgotten with the rules', async () => {
    const place = await ruled(1, 10)
    await judge(held(place, 10, 10), held(place, 11, 9), held(place, 12, 10))
    expect(await openOf(place)).toEqual(['held'])
    await judge(held(place, 13, 10))
    expect(await openOf(place)).toEqual(['held', 'held'])
    await put(place, [{ when: 'watch_trouble' }])
    expect(await openOf(place)).toEqual([])
    await put(place, [{ when: 'held' }])
    await judge(held(place, 14, 5))
    expect(await openOf(place)).toEqual([])
    expect((await get(place)).rules).toMatchObject([{ when: 'held', count: 1 }])
  })

  it('are judged for the project of that account, while it exists', async () => {
    const place = await ruled(1)
    const strange = { ...place, account_id: crypto.randomUUID() }
    await judge(held(strange, 10, 5), held(strange, 11, 5), held(place, 12, 5))
    expect(await openOf(place)).toEqual([])
    await publish(projectDeleted, { ...place, deleted_at: timeOf(13) })
    await until('it is deleted', async () => (await get(place)).rules.length === 0)
    await judge(held(place, 14, 5))
    const text = 'select from held_count where project_id = $1'
    expect((await running.sql.query(text, [place.project_id])).rowCount).toBe(0)
  })

  it('that a copy judged and did not commit are judged by another one', async () => {
    const place = await ruled(1)
    await judge(held(place, 10, 5))
    const second = held(place, 11, 5)
    await expect(onDeliveriesHeld({ ...tools(), db: dyingDatabase(db) })(second)).rejects.toThrow()
    expect(await openOf(place)).toEqual([])
    await judge(second)
    expect(await openOf(place)).toEqual(['held'])
  })
})

it('a month of a paused channel is in two digests', async () => {
  const place = newPlace()
  await put(place, [{ when: 'held' }])
  const { account_id, project_id } = place
  for (let day = 0; day < 31; day += 1) {
    const deliveries = day >= 3 && day < 20 ? 40 : 0
    for (const hour of [1, 2]) {
      const at = new Date(Date.UTC(2031, 0, 1, hour) + day * dayMs).toISOString()
      await onDeliveriesHeld(tools())({ account_id, project_id, deliveries, paused: deliveries, at })
    }
    await sendDigest(place)
  }
  await untilDigests(place, 2)
  expect(digestsOf(place)).toMatchObject([
    {
      opened: [{ detail: `40 deliveries of ${place.project} are on hold because the channel is paused.` }],
      resolved: [],
    },
    { opened: [], resolved: [{ when: 'held' }] },
  ])
})
