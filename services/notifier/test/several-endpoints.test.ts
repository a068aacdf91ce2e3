import { randomUUID } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { quotaReached } from '@pagebell/messages/quota-reached'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { eventTypes } from '@pagebell/outbound-events/event-types'
import { until } from '@pagebell/testing/until'
import { deleteLeftEndpoints } from '../src/event-endpoints/endpoints.sql.ts'
import { endedReport, newPlace, type Place, publishEnded } from './report-of-place.ts'
import { submission } from './start-notifier.ts'
import { endpoints, environment, older, receiver, useEndpoints } from './use-endpoints.ts'

useEndpoints()

type EndpointSettings = { name?: string; url?: string; events?: string[] }

/** An endpoint at its own path of the receiver. */
async function add(
  place: Place,
  name: string,
  { events = [], url = `${receiver.url}/${name}` }: EndpointSettings = {},
) {
  const { endpoint, secret } = await endpoints.createEndpoint({ ...place, project: 'example.com', name, url, events })
  return { name, secret, at: { ...place, endpoint_id: endpoint?.id ?? '' } }
}

const namesOf = async (place: Place) => (await endpoints.listEndpoints(place)).endpoints.map(({ name }) => name)
/** The types of the events that each path of the receiver got. */
function receivedTypes(): Record<string, string[]> {
  const typesAt = (path: string) =>
    receiver.got
      .filter((one) => one.path === path)
      .map(({ body }) => (JSON.parse(body) as { type: string }).type)
      .sort()
  const paths = new Set(receiver.got.map(({ path }) => path))
  return Object.fromEntries([...paths].map((path) => [path.replace('/events/', ''), typesAt(path)]))
}
const gotBy = (name: string) => receiver.got.filter(({ path }) => path === `/events/${name}`)

const worse = (place: Place) => endedReport(place, { before: { result: 'good', score: 91 } })
const reached = (account_id: string) => ({
  account_id,
  period: '2026-11-26',
  threshold: 80 as const,
  used: 81,
  limit: 100,
  reached_at: '2026-11-26T10:00:00.000Z',
  resets_at: '2026-11-27T00:00:00.000Z',
})

describe('the endpoints of a project', () => {
  it('receive exactly what each wants, signed by its own secret, under one id of the event', async () => {
    const place = newPlace()
    const all = await add(place, 'all')
    const reports = await add(place, 'reports', { events: ['report.completed'] })
    await add(place, 'quota', { events: ['quota.warning'] })
    const disabled = await add(place, 'disabled')
    await endpoints.changeEndpoint({ ...disabled.at, events: null, enabled: false })
    await add(newPlace(place.account_id), 'sibling')
    await add(newPlace(), 'stranger')

    const body = worse(place)
    // The same message twice: the second changes nothing.
    for (let time = 0; time < 2; time++) await publishEnded(environment.broker, place, body)
    await environment.broker.publish(quotaReached, reached(place.account_id), { id: randomUUID() })
    await until('each has its events', () => receiver.got.length >= 6)
    await until(
      'all is noted',
      async () => (await endpoints.listEvents({ ...all.at, per_page: 10 })).events.length === 3,
    )
    expect(receivedTypes()).toEqual({
      all: ['quota.warning', 'report.completed', 'report.worsened'],
      reports: ['report.completed'],
      quota: ['quota.warning'],
      sibling: ['quota.warning'],
    })
    const completed = gotBy('all').find(({ body: text }) => text.includes('report.completed'))
    const [same] = gotBy('reports')
    expect(completed?.headers['webhook-id']).toBe(same?.headers['webhook-id'])
    expect(receiver.verify(completed, all.secret)).toEqual(receiver.verify(same, reports.secret))
    expect(() => receiver.verify(same, all.secret)).toThrow()
    const log = async (at: typeof all.at) => (await endpoints.listEvents({ ...at, per_page: 10 })).events
    expect((await log(reports.at)).map(({ id, type }) => ({ id, type }))).toEqual([
      { id: same?.headers['webhook-id'], type: 'report.completed' },
    ])
    expect(await log(disabled.at)).toEqual([])
  })

  it('receive the end of a batch, also where none is named default', async () => {
    const place = newPlace()
    await add(place, 'batches', { events: ['batch.completed'] })
    const batch = submission({ ...place, urls: ['https://www.example.com/1'] })
    await environment.broker.publish(urlsSubmitted, batch, { id: randomUUID(), extensions: { batchurls: '1' } })
    await until('it has come', () => receiver.got.length === 1)
    expect(receivedTypes()).toEqual({ batches: ['batch.completed'] })
  })

  it('keep their secret when that of another is rotated', async () => {
    const place = newPlace()
    const [one, other] = [await add(place, 'one'), await add(place, 'other')]
    const rotated = await endpoints.rotateSecret({ ...one.at, grace_seconds: 3_600 })
    await publishEnded(environment.broker, place, worse(place))
    await until('both have their events', () => receiver.got.length === 4)
    for (const secret of [one.secret, rotated.secret]) receiver.verify(gotBy('one')[0], secret)
    receiver.verify(gotBy('other')[0], other.secret)
    expect(gotBy('other')[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    const last = await endpoints.rotateSecret({ ...one.at, grace_seconds: 0 })
    await endpoints.sendTest(one.at)
    await until('the test has come', () => gotBy('one').length === 3)
    receiver.verify(gotBy('one')[2], last.secret)
    for (const secret of [one.secret, rotated.secret, other.secret])
      expect(() => receiver.verify(gotBy('one')[2], secret)).toThrow()
  })

  it('are ten at most, also when they are added at once; a refusal names the limit', async () => {
    const place = newPlace()
    const added = await Promise.allSettled(Array.from({ length: 14 }, (_, n) => add(place, `number-${n}`)))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const refusal = {
      kind: 'conflict',
      code: 'too_many_endpoints',
      message: 'A project can have at most 10 event endpoints. Delete one first.',
      details: { limit: 10 },
    }
    await expect(add(place, 'one-more')).rejects.toMatchObject(refusal)
    const put = older.putEndpoint({ ...place, project: 'example.com', url: receiver.url, events: [] })
    await expect(put).rejects.toMatchObject(refusal)
    const { endpoints: stored, limit } = await endpoints.listEndpoints(place)
    expect(limit).toBe(10)
    await endpoints.deleteEndpoint({ ...place, endpoint_id: stored[0]?.id ?? '' })
    await add(place, 'one-more')
    await add(newPlace(place.account_id), 'another')
  })

  it('are not found by another account, by another project or by an id that is none', async () => {
    const own = await add(newPlace(), 'own')
    const nothing = { kind: 'not_found', code: 'no_endpoint' }
    const foreign = [
      { ...own.at, account_id: randomUUID() },
      { ...own.at, project_id: randomUUID() },
      { ...own.at, endpoint_id: randomUUID() },
      { ...own.at, endpoint_id: 'default' },
    ]
    for (const at of foreign) {
      await expect(endpoints.getEndpoint(at)).rejects.toMatchObject(nothing)
      await expect(endpoints.changeEndpoint({ ...at, events: null, enabled: false })).rejects.toMatchObject(nothing)
      await expect(endpoints.rotateSecret({ ...at, grace_seconds: 0 })).rejects.toMatchObject(nothing)
      await expect(endpoints.sendTest(at)).rejects.toMatchObject(nothing)
      await expect(endpoints.listEvents({ ...at, per_page: 10 })).rejects.toMatchObject(nothing)
      await expect(endpoints.deleteEndpoint(at)).rejects.toMatchObject(nothing)
    }
    expect(await endpoints.getEndpoint(own.at)).toMatchObject({ name: 'own', enabled: true })
    expect((await endpoints.listEndpoints({ ...own.at, account_id: randomUUID() })).endpoints).toEqual([])
  })

  it('are changed in what is named alone, and refused with the field', async () => {
    const { at } = await add(newPlace(), 'first', { events: ['quota.warning'] })
    expect(await endpoints.changeEndpoint({ ...at, events: null, name: 'second' })).toMatchObject({
      name: 'second',
      url: `${receiver.url}/first`,
      events: ['quota.warning'],
      all_events: false,
    })
    const every = [...eventTypes]
    const all = await endpoints.changeEndpoint({ ...at, events: { types: [] } })
    expect(all).toMatchObject({ events: every, all_events: true })
    for (const [field, change] of [
      ['url', { url: 'http://10.0.0.1/' }],
      ['name', { name: ' ' }],
      ['name', { name: 'default' }],
      ['events', { events: { types: ['report.exploded'] } }],
    ] satisfies [string, object][])
      await expect(endpoints.changeEndpoint({ ...at, events: null, ...change })).rejects.toMatchObject({
        kind: 'invalid',
        errors: { [field]: [expect.any(String)] },
      })
    const { endpoint } = await endpoints.createEndpoint({
      ...newPlace(),
      project: 'x.example',
      url: receiver.url,
      events: [],
    })
    expect(endpoint?.name).toBe(new URL(receiver.url).host)
  })

  it('are added once by one Idempotency-Key', async () => {
    const place = newPlace()
    const by = (key: string, body: number) => ({
      ...place,
      project: 'example.com',
      url: receiver.url,
      events: [],
      idempotency: { key, request_sha256: Buffer.alloc(32, body) },
    })
    await endpoints.createEndpoint(by('once', 1))
    const again = { kind: 'conflict', code: 'secret_already_shown' }
    await expect(endpoints.createEndpoint(by('once', 1))).rejects.toMatchObject(again)
    await expect(endpoints.createEndpoint(by('once', 2))).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    await endpoints.createEndpoint(by('twice', 1))
    expect((await endpoints.listEndpoints(place)).endpoints).toHaveLength(2)
  })

  it('go with their project, also one that a copy of the version before has left behind', async () => {
    const place = newPlace()
    await add(place, 'default')
    await add(place, 'other')
    const body = { ...place, project: 'example.com', deleted_at: new Date().toISOString() }
    await environment.broker.publish(projectDeleted, body, { id: randomUUID() })
    await until('both are gone', async () => (await namesOf(place)).length === 0)
    await expect(add(place, 'late')).rejects.toMatchObject({ kind: 'not_found' })

    const left = newPlace()
    await add(left, 'left')
    const text = 'insert into deleted_project (account_id, project_id, deleted_at) values ($1, $2, now())'
    await environment.db.query({ text, values: [left.account_id, left.project_id] })
    const living = newPlace(left.account_id)
    await add(living, 'living')
    await deleteLeftEndpoints(environment.db)
    expect([await namesOf(left), await namesOf(living)]).toEqual([[], ['living']])
  })
})

describe('the endpoint named default', () => {
  it('is that of the calls of before, and no other is reached by them', async () => {
    const place = newPlace()
    const other = await add(place, 'other')
    await expect(older.getEndpoint(place)).rejects.toMatchObject({ kind: 'not_found' })
    expect(await older.listEvents({ ...place, per_page: 10 })).toMatchObject({ events: [] })
    await expect(older.deleteEndpoint(place)).rejects.toMatchObject({ kind: 'not_found' })
    const put = { ...place, project: 'example.com', url: `${receiver.url}/default`, events: [] }
    expect((await older.putEndpoint(put)).secret).toMatch(/^whsec_/)
    expect(await namesOf(place)).toEqual(['other', 'default'])
    await expect(add(place, 'default')).rejects.toMatchObject({ kind: 'conflict', code: 'name_taken' })
    const { id } = await older.getEndpoint(place)
    const at = { ...place, endpoint_id: id }
    await expect(endpoints.changeEndpoint({ ...at, events: null, name: 'own' })).rejects.toMatchObject({
      errors: { name: [expect.stringContaining('cannot be changed')] },
    })
    expect((await older.sendTest(place)).type).toBe('test')
    await until('it has come', () => receiver.got.length === 1)
    expect((await endpoints.listEvents({ ...other.at, per_page: 10 })).events).toEqual([])
    expect((await older.setEndpointEnabled({ ...place, enabled: false })).enabled).toBe(false)
    expect((await endpoints.getEndpoint(other.at)).enabled).toBe(true)
    await older.deleteEndpoint(place)
    expect(await namesOf(place)).toEqual(['other'])
  })
})
