import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Body } from '@pagebell/messages/define-message'
import { deliveriesHeld } from '@pagebell/messages/deliveries-held'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { createLog } from '@pagebell/runtime/log'
import { dyingDatabase } from '@pagebell/testing/dying-database'
import { until } from '@pagebell/testing/until'
import { lockDueProject } from '../src/holds/held-projects.sql.ts'
import { publishHolds } from '../src/holds/publish-holds.ts'
import type { Place } from './report-of-place.ts'
import { startTestEnvironment, submit, type TestEnvironment, untilAll } from './start-notifier.ts'

let environment: TestEnvironment
const messages: Body<typeof deliveriesHeld>[] = []
beforeAll(async () => {
  environment = await startTestEnvironment()
  await environment.broker.consume(deliveriesHeld, 'report', async (body) => void messages.push(body))
})
afterAll(() => environment?.[Symbol.asyncDispose]())
beforeEach(() => environment.clear())

const heldOf = ({ project_id }: Place) => messages.filter((message) => message.project_id === project_id)
const countsOf = (place: Place) => heldOf(place).map(({ deliveries, paused }) => [deliveries, paused])

/** Brings the next count of every project forward. */
const countNow = () => environment.db.query({ text: 'update held_projects set next_at = clock_timestamp()' })
const toBeCounted = async () => (await environment.db.query({ text: 'select from held_projects' })).rowCount

/** Deliveries of a new project; those with a time wait for a quota. */
async function insertHeld(count: number, { reason = 'channel_paused', nextAt }: { reason?: string; nextAt?: string }) {
  const place = { account_id: randomUUID(), project_id: randomUUID() }
  await environment.db.query({
    text: `insert into deliveries (account_id, id, batch_id, url_hash, project_id, project, channel, action, url, host,
        status, reason, submitted_at, next_at)
      select $1, gen_random_uuid(), gen_random_uuid(), decode(md5(n::text), 'hex'), $2, 'a.example', 'bing', 'update',
        'https://a.example/' || n, 'a.example', 'held', $4, now(), $5
      from generate_series(1, $3::integer) n`,
    values: [place.account_id, place.project_id, count, reason, nextAt ?? null],
  })
  return place
}

describe('what is on hold until someone acts', () => {
  it('is counted at once, an hour later again, and once when nothing is any more', async () => {
    await using copy = await environment.startCopy({ timing: { holdSweep: 50 } })
    await using care = environment.callCare(copy)
    const host = '127.0.0.1:1'
    await environment.tell({ pending: [host] })
    const first = await submit(environment.broker, { project: '127.0.0.1', urls: [`http://${host}/a`] })
    await untilAll(environment.db, first.batch_id, 'held')
    await until('it is counted', () => heldOf(first).length === 1)

    const { account_id, project_id, project } = first
    const bing = { account_id, project_id, channel: 'bing' }
    await care.pauseChannel({ ...bing, paused: true })
    const urls = [`http://${host}/b`, `http://${host}/c`]
    const second = await submit(environment.broker, { ...bing, project, urls })
    await untilAll(environment.db, second.batch_id, 'held')
    await countNow()
    await until('it is counted again', () => heldOf(first).length === 2)
    expect(countsOf(first)).toEqual([
      [1, 0],
      [3, 2],
    ])
    const [one, two] = heldOf(first)
    expect(Date.parse(two?.at ?? '')).toBeGreaterThan(Date.parse(one?.at ?? ''))

    const gone = { account_id, project_id, project, deleted_at: new Date().toISOString() }
    await environment.broker.publish(projectDeleted, gone, { id: randomUUID() })
    await untilAll(environment.db, first.batch_id, 'dropped')
    await untilAll(environment.db, second.batch_id, 'dropped')
    await countNow()
    await until('its end is published', () => heldOf(first).length === 3)
    expect(heldOf(first)[2]).toMatchObject({ account_id, deliveries: 0, paused: 0 })
    expect(await toBeCounted()).toBe(0)
  })
})

describe('a count', () => {
  const tools = () => ({
    db: environment.connection,
    outbox: { flush() {} },
    log: createLog('notifier-test', 'silent'),
    intervalMs: 3_600_000,
  })
  const publish = (more: object = {}) => publishHolds({ ...tools(), ...more }, new AbortController().signal)
  const bodies = async () => {
    const { rows } = await environment.db.query<{ body: Body<typeof deliveriesHeld> }>({
      text: `delete from outbox where message = 'deliveries.held.v1' returning body`,
    })
    return rows.map(({ body }) => body)
  }

  it('leaves out what waits for a time, such as the reset of a quota', async () => {
    const nextAt = new Date(Date.now() + 86_400_000).toISOString()
    await insertHeld(3, { reason: 'day_quota_used_up', nextAt })
    await publish()
    expect(await bodies()).toEqual([])
    expect(await toBeCounted()).toBe(0)
  })

  it('goes up to a thousand', async () => {
    const place = await insertHeld(1_200, {})
    await publish()
    expect(await bodies()).toMatchObject([{ ...place, deliveries: 1_000, paused: 1_000 }])
  })

  it('finds every project of every account', async () => {
    const places = await Promise.all(
      Array.from({ length: 20 }, (_, n) => insertHeld(n + 1, { reason: 'key_unverified' })),
    )
    await publish()
    const counts = (await bodies()).toSorted((one, other) => one.deliveries - other.deliveries)
    expect(counts).toMatchObject(places.map((place, n) => ({ ...place, deliveries: n + 1, paused: 0 })))
  })

  it('of a copy that dies before it commits is made by another one, once', async () => {
    const place = await insertHeld(2, {})
    await publish({ db: dyingDatabase(environment.connection) })
    expect(await bodies()).toEqual([])
    await Promise.all([1, 2, 3].map(() => publish()))
    await publish()
    expect(await bodies()).toMatchObject([{ ...place, deliveries: 2 }])
    expect(await toBeCounted()).toBe(1)
    // One that had found the project before it was counted.
    const late = environment.connection.forAccount(place.account_id).transaction((q) => lockDueProject(q, place))
    expect(await late).toBe(false)
  })
})
