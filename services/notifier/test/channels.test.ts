import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { isAfterReset } from '@pagebell/testing/quota-resets'
import { until } from '@pagebell/testing/until'
import type { Service } from '../src/service.ts'
import { rowsOf, startTestEnvironment, submit, type TestEnvironment, untilAll } from './start-notifier.ts'

let environment: TestEnvironment
let service: Service
beforeAll(async () => {
  environment = await startTestEnvironment()
  service = await environment.startCopy()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await environment[Symbol.asyncDispose]()
})
beforeEach(() => environment.clear())

const pages = (count: number) => Array.from({ length: count }, (_, n) => `https://www.example.com/${n}`)
const asked = async (engine: string) =>
  (await environment.requests()).flatMap((one) =>
    one.engine === engine ? [`${one.asked} ${one.urls} ${one.status}`] : [],
  )
const byStatus = (rows: { status: string }[]) =>
  Object.fromEntries([...Map.groupBy(rows, ({ status }) => status)].map(([status, same]) => [status, same.length]))

describe('Google', () => {
  it('receives batches of a hundred, and each URL has its own outcome', async () => {
    const urls = pages(150)
    await environment.tell({ engine: 'google', refuse: [urls[7], urls[120]] })
    const { batch_id } = await submit(environment.broker, { channel: 'google', urls })
    const rows = await until('all have ended', async () => {
      const found = await rowsOf(environment.db, batch_id)
      return found.length === 150 && found.every(({ status }) => status !== 'pending') && found
    })
    expect(byStatus(rows)).toEqual({ delivered: 148, rejected: 2 })
    const bad = rows.find(({ url }) => url === urls[7])
    expect(bad).toMatchObject({ reason: 'INVALID_ARGUMENT', engine_status: 400, attempts: 1 })
    expect(bad?.engine_message).toContain('Request contains an invalid argument')
    expect((await asked('google')).toSorted()).toEqual(['batch 100 200', 'batch 50 200', 'token 0 200'])
  })

  it('its day’s quota holds all that is due of the site until the next day, and uses up no attempt', async () => {
    await environment.tell({ engine: 'google', quota: { day: 10 } })
    const { batch_id } = await submit(environment.broker, { channel: 'google', urls: pages(950) })
    const rows = await until('nothing is due any more', async () => {
      const found = await rowsOf(environment.db, batch_id)
      return found.length === 950 && found.every(({ status }) => ['delivered', 'held'].includes(status)) && found
    })
    expect(byStatus(rows)).toEqual({ delivered: 10, held: 940 })
    const held = rows.filter(({ status }) => status === 'held')
    expect(new Set(held.map(({ attempts, reason }) => `${attempts} ${reason}`))).toEqual(
      new Set(['0 day_quota_used_up']),
    )
    const resumed = new Set(held.map(({ next_at }) => next_at ?? ''))
    expect([...resumed].filter((time) => !isAfterReset('America/Los_Angeles', time))).toEqual([])
    // Two workers may each have had a batch in progress.
    expect((await asked('google')).filter((one) => one.startsWith('batch')).length).toBeLessThanOrEqual(2)

    // When the day has come: what is held goes on by itself.
    await environment.tell({ engine: 'google', quota: { day: null } })
    const later = await submit(environment.broker, { channel: 'google', urls: pages(3), project: 'other.example' })
    expect(await untilAll(environment.db, later.batch_id, 'delivered')).toHaveLength(3)
  })

  it('a project without settings learns what is missing, and no request is sent', async () => {
    const project_id = crypto.randomUUID()
    environment.projects.settings.set(`${project_id} google`, {})
    const { batch_id } = await submit(environment.broker, { channel: 'google', project_id })
    expect(await untilAll(environment.db, batch_id, 'rejected')).toMatchObject([{ attempts: 0 }])
    expect(await asked('google')).toEqual([])
  })
})

describe('Bing', () => {
  it('receives what its quota allows, and the rest waits for the next day', async () => {
    await environment.tell({ engine: 'bing', quota: { day: 3 } })
    const { batch_id } = await submit(environment.broker, { channel: 'bing', urls: pages(8) })
    const rows = await until('nothing is due any more', async () => {
      const found = await rowsOf(environment.db, batch_id)
      return found.length === 8 && found.every(({ status }) => ['delivered', 'held'].includes(status)) && found
    })
    expect(byStatus(rows)).toEqual({ delivered: 3, held: 5 })
    expect(rows.find(({ status }) => status === 'held')).toMatchObject({ attempts: 0, reason: 'day_quota_used_up' })
    expect(await asked('bing')).toEqual(['quota 0 200', 'submit 3 200'])
  })

  it('a URL that it refuses sinks no other', async () => {
    const urls = pages(9)
    await environment.tell({ engine: 'bing', refuse: [urls[4]] })
    const { batch_id } = await submit(environment.broker, { channel: 'bing', urls })
    const rows = await until('all have ended', async () => {
      const found = await rowsOf(environment.db, batch_id)
      return found.length === 9 && found.every(({ status }) => ['delivered', 'rejected'].includes(status)) && found
    })
    expect(rows.filter(({ status }) => status === 'rejected')).toMatchObject([
      { url: urls[4], reason: 'bing_error_7', engine_status: 400 },
    ])
  })

  it('its key is in nothing that is recorded, though the engine repeats it', async () => {
    const { api_key } = environment.engine.credentials().bing
    await environment.tell({ engine: 'bing', next: [{ status: 403, body: `no entry for ${api_key}` }] })
    const { batch_id } = await submit(environment.broker, { channel: 'bing' })
    expect(await untilAll(environment.db, batch_id, 'rejected')).toMatchObject([{ engine_message: 'no entry for ***' }])
  })
})

it('a URL that is sent to several channels has a delivery for each', async () => {
  const ids = { batch_id: crypto.randomUUID(), account_id: crypto.randomUUID(), project_id: crypto.randomUUID() }
  for (const channel of ['indexnow', 'google', 'bing']) await submit(environment.broker, { ...ids, channel })
  expect(
    await until('all three are delivered', async () => {
      const rows = await rowsOf(environment.db, ids.batch_id)
      return rows.length === 3 && rows.every(({ status }) => status === 'delivered') && rows
    }),
  ).toHaveLength(3)
  expect(
    environment.engine
      .received()
      .map(({ engine }) => engine)
      .toSorted(),
  ).toEqual(['bing', 'google', 'indexnow'])
})
