import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { encodeCursor } from '@pagebell/lists/cursor'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import type { RpcClient } from '@pagebell/rpc/connect-rpc'
import type { EventEndpoints } from '@pagebell/rpc/contracts'
import { type Receiver, startReceiver } from '@pagebell/testing/start-receiver'
import { until } from '@pagebell/testing/until'
import { createSeal } from '@pagebell/tokens/seal'
import { insertEvent, insertTestEvent } from '../src/event-endpoints/events.sql.ts'
import { releaseUnsent } from '../src/event-endpoints/record-attempt.ts'
import type { Service } from '../src/service.ts'
import { newPlace, type Place } from './report-of-place.ts'
import { fastEvents, settingsKey, startTestEnvironment, type TestEnvironment } from './start-notifier.ts'

let environment: TestEnvironment
let receiver: Receiver
let service: Service
let events: RpcClient<typeof EventEndpoints>
const running = new AsyncDisposableStack()
beforeAll(async () => {
  environment = running.use(await startTestEnvironment())
  receiver = running.use(await startReceiver())
  service = running.use(await environment.startCopy())
  events = running.use(environment.callEvents(service))
})
afterAll(() => running.disposeAsync())
beforeEach(async () => {
  await environment.clear()
  receiver.clear()
})

/** A project with an endpoint at the receiver. */
async function newEndpoint(changes: { url?: string; events?: string[] } = {}) {
  const place = newPlace()
  const saved = await events.putEndpoint({
    ...place,
    project: 'example.com',
    url: receiver.url,
    events: [],
    ...changes,
  })
  return { place, secret: saved.secret }
}

const listed = async (place: Place) => (await events.listEvents({ ...place, per_page: 10 })).events
const untilEvent = (place: Place, status: string) =>
  until(`an event is ${status}`, async () => (await listed(place)).find((one) => one.status === status))
const untilState = (place: Place, reason: string) =>
  until(`the endpoint is disabled: ${reason}`, async () => {
    const endpoint = await events.getEndpoint(place)
    return endpoint.disabled_reason === reason && endpoint
  })

/** As if an event had happened, without waiting for one. */
const insertEvents = (place: Place, count: number, nextAt = 'clock_timestamp()') =>
  environment.db.query({
    text: `with line as (
        update event_endpoints set due_at = clock_timestamp() where account_id = $1 and project_id = $2
      )
      insert into outbound_events (account_id, project_id, id, type, subject, body, next_at)
      select $1, $2, gen_random_uuid(), 'batch.completed', n::text, '{"type":"batch.completed"}', ${nextAt}
      from generate_series(1, $3) n`,
    values: [place.account_id, place.project_id, count],
  })

describe('an endpoint', () => {
  it('shows its secret once, and receives tests that another implementation verifies', async () => {
    const { place, secret } = await newEndpoint()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    const { endpoint, secret: again } = await events.putEndpoint({
      ...place,
      project: 'example.com',
      url: receiver.url,
      events: ['quota.warning', 'batch.completed'],
    })
    expect(again).toBe('')
    expect(endpoint).toMatchObject({ events: ['batch.completed', 'quota.warning'], last_four: secret.slice(-4) })
    const test = await events.sendTest(place)
    await untilEvent(place, 'delivered')
    const [one] = receiver.got
    expect(receiver.verify(one, secret)).toMatchObject({ type: 'test', data: { message: expect.any(String) } })
    expect(one?.headers).toMatchObject({
      'webhook-id': test.id,
      'content-type': 'application/json',
      'user-agent': 'PagebellBot/1.0 (+https://pagebell.example)',
    })
    expect(() => receiver.verify(one, `whsec_${Buffer.alloc(24).toString('base64')}`)).toThrow()
    expect(() => receiver.verify(one && { ...one, body: `${one.body} ` }, secret)).toThrow()
  })

  it('signs with the secret before as well while its grace lasts, and then no more', async () => {
    const { place, secret: first } = await newEndpoint()
    const rotated = await events.rotateSecret({ ...place, grace_seconds: 3_600 })
    expect(rotated.endpoint).toMatchObject({ previous_last_four: first.slice(-4) })
    await events.sendTest(place)
    await until('it has come', () => receiver.got.length === 1)
    expect(receiver.got[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const secret of [first, rotated.secret]) expect(receiver.verify(receiver.got[0], secret).type).toBe('test')
    const last = await events.rotateSecret({ ...place, grace_seconds: 0 })
    expect(last.endpoint?.previous_last_four).toBeUndefined()
    await events.sendTest(place)
    await until('it has come', () => receiver.got.length === 2)
    expect(receiver.verify(receiver.got[1], last.secret).type).toBe('test')
    for (const secret of [first, rotated.secret]) expect(() => receiver.verify(receiver.got[1], secret)).toThrow()
  })

  it('is not rotated twice by one key, and a test by one key is one event', async () => {
    const { place } = await newEndpoint()
    const by = (key: string, body: number) => ({ key, request_sha256: Buffer.alloc(32, body) })
    const rotate = (idempotency: ReturnType<typeof by>) =>
      events.rotateSecret({ ...place, grace_seconds: 0, idempotency })
    await rotate(by('once', 1))
    await expect(rotate(by('once', 1))).rejects.toMatchObject({ kind: 'conflict', code: 'secret_already_shown' })
    await expect(rotate(by('once', 2))).rejects.toMatchObject({ kind: 'invalid', code: 'idempotency_key_reused' })
    await rotate(by('twice', 2))
    const [one, two] = [
      await events.sendTest({ ...place, idempotency_key: 'once' }),
      await events.sendTest({ ...place, idempotency_key: 'once' }),
    ]
    expect(two?.id).toBe(one?.id)
    await untilEvent(place, 'delivered')
    expect(receiver.got).toHaveLength(1)
  })

  it.each([
    ['url', { url: 'http://127.0.0.1.nip.io@10.0.0.1/' }],
    ['url', { url: 'http://10.0.0.1/' }],
    ['url', { url: 'http://169.254.169.254/latest' }],
    ['url', { url: 'https://[::ffff:10.0.0.1]/' }],
    ['url', { url: 'ftp://example.com/' }],
    ['url', { url: 'example.com' }],
    ['events', { url: 'https://example.com/', events: ['report.completed', 'report.exploded'] }],
    ['grace', { grace_seconds: 604_801 }],
  ])('is refused on %s for %j', async (field, given) => {
    const { place } = await newEndpoint()
    const asked =
      'grace_seconds' in given
        ? events.rotateSecret({ ...place, ...given })
        : events.putEndpoint({ ...newPlace(), project: 'example.com', events: [], ...given })
    await expect(asked).rejects.toMatchObject({ kind: 'invalid', errors: { [field]: [expect.any(String)] } })
  })

  it('of another account, or an unknown one, is not found', async () => {
    const { place } = await newEndpoint()
    const nothing = { kind: 'not_found', message: 'The project has no endpoint for events.' }
    for (const theirs of [{ ...place, account_id: randomUUID() }, newPlace(), { account_id: 'x', project_id: 'y' }]) {
      await expect(events.getEndpoint(theirs)).rejects.toMatchObject(nothing)
      await expect(events.setEndpointEnabled({ ...theirs, enabled: false })).rejects.toMatchObject(nothing)
      await expect(events.rotateSecret({ ...theirs, grace_seconds: 0 })).rejects.toMatchObject(nothing)
      await expect(events.sendTest(theirs)).rejects.toMatchObject(nothing)
      await expect(events.deleteEndpoint(theirs)).rejects.toMatchObject(nothing)
      expect(await events.listEvents({ ...theirs, per_page: 10 })).toMatchObject({ events: [] })
    }
    expect(await events.getEndpoint(place)).toMatchObject({ enabled: true, url: receiver.url })
  })

  it('goes with its project, and cannot be made for one that is gone', async () => {
    const { place } = await newEndpoint()
    await events.sendTest(place)
    await untilEvent(place, 'delivered')
    const body = { ...place, project: 'example.com', deleted_at: new Date().toISOString() }
    await environment.broker.publish(projectDeleted, body, { id: randomUUID() })
    await until('it is gone', async () =>
      events.getEndpoint(place).then(
        () => false,
        () => true,
      ),
    )
    for (const table of ['event_endpoints', 'outbound_events', 'event_attempts']) {
      const text = `select from ${table} where account_id = $1`
      expect((await environment.db.query({ text, values: [place.account_id] })).rowCount).toBe(0)
    }
    const again = events.putEndpoint({ ...place, project: 'example.com', url: receiver.url, events: [] })
    await expect(again).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('keeps its secret encrypted, and signs as before when it is encrypted with another key', async () => {
    const { place, secret } = await newEndpoint()
    const text = 'select id, sealed from event_endpoints where account_id = $1'
    const read = async () =>
      (await environment.db.query<{ id: string; sealed: string }>({ text, values: [place.account_id] })).rows[0]
    const { id = '', sealed = '' } = (await read()) ?? {}
    expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(secret.slice(6))
    const newer = 'a newer settings key, long enough'
    await using copy = await environment.startCopy({ config: { SETTINGS_KEY: `${newer},${settingsKey}` } })
    await using admin = environment.callEvents(copy)
    expect((await admin.reencryptSecrets({})).count).toBe(1)
    expect((await admin.reencryptSecrets({})).count).toBe(0)
    const anew = (await read())?.sealed ?? ''
    const place2 = `${place.account_id} ${place.project_id} ${id}`
    expect(createSeal(newer, 'event endpoints').open(anew, place2)).toBe(secret)
    expect(() => createSeal(newer, 'channel settings').open(anew, place2)).toThrow()
  })
})

describe('an event', () => {
  it.each([
    [
      { status: 500, body: 'oh dear' },
      { status: 500, reason: 'http_500', answer: 'oh dear' },
    ],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      { status: 302, reason: 'redirect_not_followed' },
    ],
    [
      { status: 204, afterMs: 1_500 },
      { reason: 'timeout', answer: '' },
    ],
  ])('is sent again after %j, with the same id and body, until it is taken', async (answer, tried) => {
    const { place, secret } = await newEndpoint()
    receiver.answer(answer)
    await insertEvents(place, 1)
    const done = await untilEvent(place, 'delivered')
    expect(done?.attempts).toMatchObject([tried, { status: 204 }])
    expect(done?.attempts[1]?.reason).toBeUndefined()
    const [first, second] = receiver.got
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    for (const one of receiver.got) expect(receiver.verify(one, secret).type).toBe('batch.completed')
    expect((await events.getEndpoint(place)).failing_since).toBeUndefined()
  })

  it('has failed when there is no try left, and its endpoint is tried for the next one', async () => {
    const { place } = await newEndpoint()
    receiver.answerAlways({ status: 503 })
    await insertEvents(place, 1)
    const failed = await untilEvent(place, 'failed')
    expect(failed?.attempts).toHaveLength(fastEvents.retries.length + 1)
    expect(await events.getEndpoint(place)).toMatchObject({ enabled: true, failing_since: expect.any(String) })
    receiver.answerAlways({ status: 200 })
    await events.sendTest(place)
    await untilEvent(place, 'delivered')
    expect((await events.getEndpoint(place)).failing_since).toBeUndefined()
  })

  it('of the kind test is tried once', async () => {
    const { place } = await newEndpoint()
    receiver.answer({ status: 500 })
    await events.sendTest(place)
    expect((await untilEvent(place, 'failed'))?.attempts).toHaveLength(1)
  })

  it('waits for the one before it: two copies send to an endpoint one at a time, each event once', async () => {
    await using _second = await environment.startCopy()
    const { place } = await newEndpoint()
    receiver.answerAlways({ status: 200, afterMs: 20 })
    await insertEvents(place, 30)
    await until('all have come', async () => receiver.got.length >= 30)
    const text = `select from outbound_events where account_id = $1 and status = 'delivered'`
    await until(
      'all are noted',
      async () => (await environment.db.query({ text, values: [place.account_id] })).rowCount === 30,
    )
    expect(receiver.maxConcurrent()).toBe(1)
    expect(new Set(receiver.got.map(({ headers }) => headers['webhook-id']))).toHaveProperty('size', 30)
    expect(receiver.got).toHaveLength(30)
  })

  it('that comes while its endpoint is being put back does not lie there', async () => {
    const { place } = await newEndpoint()
    const lease = randomUUID()
    const text = `update event_endpoints set lease = $2, due_at = clock_timestamp(),
      free_at = clock_timestamp() + interval '1 hour' where account_id = $1`
    await environment.db.query({ text, values: [place.account_id, lease] })
    let released: Promise<void> | undefined
    await environment.db.transaction(async (q) => {
      const event = { id: randomUUID(), type: 'batch.completed', subject: 'late', body: '{"type":"batch.completed"}' }
      await insertEvent(q, place, event, undefined)
      released = releaseUnsent(environment.db, { account_id: place.account_id, key: place.project_id, lease })
      await until('the lock is waited for', async () => {
        const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return (await environment.db.query({ text: waiting })).rowCount > 0
      })
    })
    await released
    await untilEvent(place, 'delivered')
  })

  it('to a private address is not sent, with the reason', async () => {
    const { place } = await newEndpoint()
    const text = 'update event_endpoints set url = $2 where account_id = $1'
    await environment.db.query({ text, values: [place.account_id, 'http://10.0.0.1/'] })
    await events.sendTest(place)
    expect(await untilEvent(place, 'failed')).toMatchObject({ attempts: [{ reason: 'blocked_address' }] })
  })

  it('of a copy that died while it sent is sent by another', async () => {
    const { place, secret } = await newEndpoint()
    await insertEvents(place, 1)
    await untilEvent(place, 'delivered')
    receiver.clear()
    // What a copy leaves that is killed between its claim and the answer.
    const text = `with left_over as (
        update event_endpoints set lease = gen_random_uuid(), due_at = clock_timestamp(),
          free_at = clock_timestamp() + interval '300 milliseconds'
        where account_id = $1
      )
      update outbound_events set status = 'pending', next_at = clock_timestamp() where account_id = $1`
    await environment.db.query({ text, values: [place.account_id] })
    await until('it has come', () => receiver.got.length === 1)
    expect(receiver.verify(receiver.got[0], secret).type).toBe('batch.completed')
  })

  it('is listed newest first, by type and status, page by page, and refuses what there is not', async () => {
    const { place } = await newEndpoint()
    await insertEvents(place, 3)
    await until('all are sent', () => receiver.got.length === 3)
    await events.sendTest(place)
    await until(
      'four are final',
      async () => (await listed(place)).filter((one) => one.status === 'delivered').length === 4,
    )
    const all = await listed(place)
    expect(all[0]?.type).toBe('test')
    const first = await events.listEvents({ ...place, per_page: 3 })
    const rest = await events.listEvents({ ...place, per_page: 3, cursor: first.next_cursor })
    expect([...first.events, ...rest.events].map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(rest.next_cursor).toBeUndefined()
    const tests = await events.listEvents({ ...place, per_page: 10, type: 'test', status: 'delivered' })
    expect(tests.events).toHaveLength(1)
    await expect(events.listEvents({ ...place, per_page: 10, status: 'lost' })).rejects.toMatchObject({
      errors: { status: ['Use one of pending, delivered, failed, dropped.'] },
    })
    const shape = JSON.stringify(['events', place.project_id, undefined, undefined])
    for (const time of [
      '2026-02-31T10:00:00.000Z',
      '+275760-09-13T00:00:00.000Z',
      '2026',
      '0000-01-01T00:00:00.000Z',
    ]) {
      const cursor = encodeCursor([time, all[0]?.id ?? ''], shape)
      await expect(events.listEvents({ ...place, per_page: 10, cursor })).rejects.toMatchObject({
        errors: { cursor: [expect.any(String)] },
      })
    }
  })
})

describe('a disabled endpoint', () => {
  it('is one that answered 410: what waits is dropped, nothing more is sent, until it is enabled', async () => {
    const { place } = await newEndpoint()
    receiver.answer({ status: 410 })
    await insertEvents(place, 3)
    const endpoint = await untilState(place, 'gone')
    expect(endpoint).toMatchObject({ enabled: false, note: expect.stringContaining('410') })
    expect((await listed(place)).map(({ status }) => status)).toEqual(['dropped', 'dropped', 'dropped'])
    expect(receiver.got).toHaveLength(1)
    await expect(events.sendTest(place)).rejects.toMatchObject({ kind: 'conflict', code: 'endpoint_disabled' })
    const enabled = await events.setEndpointEnabled({ ...place, enabled: true })
    expect(enabled).toMatchObject({ enabled: true })
    expect([enabled.note, enabled.disabled_at]).toEqual([undefined, undefined])
    await events.sendTest(place)
    await untilEvent(place, 'delivered')
  })

  it('is one that has only failed for five days, with a note', async () => {
    const { place } = await newEndpoint()
    receiver.answerAlways({ status: 500 })
    const text = 'update event_endpoints set failing_since = clock_timestamp() - $2::interval where account_id = $1'
    const failingFor = (ms: number) => environment.db.query({ text, values: [place.account_id, `${ms} milliseconds`] })
    await failingFor(fastEvents.giveUp - 60_000)
    await events.sendTest(place)
    await untilEvent(place, 'failed')
    expect(await events.getEndpoint(place)).toMatchObject({ enabled: true })
    await failingFor(fastEvents.giveUp)
    await events.sendTest(place)
    expect(await untilState(place, 'failing')).toMatchObject({
      note: expect.stringMatching(/^Nothing but failures since 2\d{3}-.*Z; the last one: http_500\.$/),
    })
  })

  it('is one that its owner has disabled', async () => {
    const { place } = await newEndpoint()
    await insertEvents(place, 1, "clock_timestamp() + interval '1 hour'")
    expect(await events.setEndpointEnabled({ ...place, enabled: false })).toMatchObject({ disabled_reason: 'owner' })
    expect(await listed(place)).toMatchObject([{ status: 'dropped' }])
  })
})

describe('accounts whose endpoints hang', () => {
  it('are tried by a test after a rest, not at once', async () => {
    const { place } = await newEndpoint()
    const hour = `clock_timestamp() + interval '1 hour'`
    const text = `update event_endpoints set failures = 9, free_at = ${hour} where account_id = $1`
    await environment.db.query({ text, values: [place.account_id] })
    const event = { id: randomUUID(), type: 'test', subject: 'a test', body: '{}' }
    const endpoint = { account_id: place.account_id, key: place.project_id }
    await insertTestEvent(environment.db, endpoint, event, undefined, 60_000)
    const rest = `select from event_endpoints where account_id = $1
      and free_at between clock_timestamp() + interval '50 seconds' and clock_timestamp() + interval '60 seconds'`
    expect((await environment.db.query({ text: rest, values: [place.account_id] })).rowCount).toBe(1)
  })

  it('do not delay other accounts: with 96 of one account pending, the test of another is sent at once', async () => {
    let asked = 0
    const hanging = createServer(() => {
      asked += 1
    })
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`
    const answerMs = 20_000
    await service[Symbol.asyncDispose]()
    await using copy = await environment.startCopy({
      timing: { events: { ...fastEvents, timeout: answerMs, lease: 2 * answerMs } },
    })
    await using ownBatch = environment.callEvents(copy)
    const account_id = randomUUID()
    const places = Array.from({ length: 96 }, () => ({ account_id, project_id: randomUUID() }))
    for (const place of places) await ownBatch.putEndpoint({ ...place, project: 'example.com', url, events: [] })
    for (const place of places) await ownBatch.sendTest(place)
    await until('some of them hang', () => asked > 0)

    const other = newPlace()
    await ownBatch.putEndpoint({ ...other, project: 'example.com', url: receiver.url, events: [] })
    const began = performance.now()
    await ownBatch.sendTest(other)
    await until('it has come', () => receiver.got.length === 1)
    // Before the first of those that hang is given up.
    expect(performance.now() - began).toBeLessThan(answerMs / 2)
    expect(asked).toBe(10)
    // A stop would wait for their answers.
    hanging.closeAllConnections()
    await new Promise((resolve) => hanging.close(resolve))
  })
})
