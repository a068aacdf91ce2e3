import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Service } from '../src/service.ts'
import { key, rowsOf, type Surroundings, startSurroundings, submit, untilAll } from './start-notifier.ts'

let around: Surroundings
let service: Service
beforeAll(async () => {
  around = await startSurroundings()
  service = await around.startCopy()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await around[Symbol.asyncDispose]()
})
beforeEach(() => around.clear())

describe('what becomes of a URL by what the engine answers', () => {
  it.each([200, 202])('%i delivers it', async (status) => {
    await around.tell({ next: [{ status }] })
    const { batch_id } = await submit(around.broker)
    expect(await untilAll(around.db, batch_id, 'delivered')).toMatchObject([
      { attempts: 1, engine_status: status, reason: null, next_at: null },
    ])
    expect(around.engine.received()).toMatchObject([{ url: 'https://www.example.com/a', host: 'www.example.com', key }])
  })

  it.each([
    [403, 'InvalidKey'],
    [403, 'KeyNotFound'],
    [403, 'UserForbiddedToAccessSite'],
    [400, 'BadRequest'],
    [405, 'MethodNotAllowed'],
    [422, 'InvalidRequestParameters'],
    [301, 'Moved'],
  ])('%i %s rejects it for good, with the engine’s words', async (status, errorCode) => {
    await around.tell({ next: [{ status, errorCode, message: 'Why it is so.' }] })
    const { batch_id } = await submit(around.broker)
    const [row] = await untilAll(around.db, batch_id, 'rejected')
    expect(row).toMatchObject({ attempts: 1, engine_status: status, reason: errorCode, next_at: null })
    expect(row?.engine_message).toContain('Why it is so.')
    expect(await around.requests()).toHaveLength(1)
  })

  it('a 422 of a whole batch is asked again in halves, so that one bad URL sinks no other', async () => {
    const urls = Array.from({ length: 20 }, (_, n) => `https://www.example.com/${n}`)
    await around.tell({ refuse: ['https://www.example.com/7'] })
    const { batch_id } = await submit(around.broker, { urls })
    const rows = await until('all have ended', async () => {
      const found = await rowsOf(around.db, batch_id)
      return found.length === 20 && found.every((row) => ['delivered', 'rejected'].includes(row.status)) && found
    })
    expect(rows.filter((row) => row.status === 'rejected').map((row) => row.url)).toEqual(['https://www.example.com/7'])
    expect(around.engine.received()).toHaveLength(19)
  })

  it.each([{ status: 500 }, { status: 503 }, { hang: true }, { drop: true }])(
    '%j is tried again until it is delivered',
    async (trouble) => {
      await around.tell({ next: [trouble, trouble] })
      const { batch_id } = await submit(around.broker)
      expect(await untilAll(around.db, batch_id, 'delivered')).toMatchObject([{ attempts: 3, reason: null }])
    },
  )

  it('trouble without end is a dead letter after the first try and five more', async () => {
    await around.tell({ next: Array.from({ length: 9 }, () => ({ status: 503 })) })
    const { batch_id } = await submit(around.broker)
    expect(await untilAll(around.db, batch_id, 'rejected')).toMatchObject([
      { attempts: 6, engine_status: 503, reason: 'dead letter: Status503' },
    ])
    expect(await around.requests()).toHaveLength(6)
  })

  it('429 rests the endpoint for everyone for as long as it says, and costs no attempt', async () => {
    await around.tell({ next: [{ status: 429, retry_after: 1 }] })
    const first = await submit(around.broker)
    await until(
      'the engine has answered',
      async () => (await rowsOf(around.db, first.batch_id))[0]?.reason === 'rate_limited',
    )
    const other = await submit(around.broker, { urls: ['https://other.example/b'], project: 'other.example' })
    await untilAll(around.db, other.batch_id, 'delivered')
    expect(await untilAll(around.db, first.batch_id, 'delivered')).toMatchObject([{ attempts: 1 }])
    // By the engine's clock: this test may have been late to see the answer.
    const [refused = Number.NaN, ...later] = (await around.requests()).map((request) => Date.parse(request.at))
    expect(later.length).toBeGreaterThan(0)
    expect(Math.min(...later) - refused).toBeGreaterThanOrEqual(990)
  })

  it('429 without a time rests it for a planned one, doubling while it goes on', async () => {
    await around.tell({ next: [{ status: 429 }, { status: 429 }, { status: 429 }] })
    const { batch_id } = await submit(around.broker)
    await untilAll(around.db, batch_id, 'delivered')
    const at = (await around.requests()).map((request) => Date.parse(request.at))
    expect(at).toHaveLength(4)
    expect(Number(at[1]) - Number(at[0])).toBeGreaterThanOrEqual(50)
    expect(Number(at[3]) - Number(at[2])).toBeGreaterThanOrEqual(200)
  })

  it('a key the engine has not verified yet is tried again, and delivered once it has', async () => {
    const pending = { status: 403, errorCode: 'SiteVerificationNotCompleted' }
    await around.tell({ next: [pending, pending] })
    const { batch_id } = await submit(around.broker)
    expect(await untilAll(around.db, batch_id, 'delivered')).toMatchObject([{ attempts: 3 }])
  })

  it('a project service that is away costs no attempt', async () => {
    around.projects.away = true
    const { batch_id } = await submit(around.broker)
    await until('it waits', async () => (await rowsOf(around.db, batch_id))[0]?.reason?.startsWith('waiting'))
    around.projects.away = false
    expect(await untilAll(around.db, batch_id, 'delivered')).toMatchObject([{ attempts: 1 }])
  })

  it('a project that is gone drops it, and a key that can never be right rejects it before any request', async () => {
    const { batch_id, project_id } = await (async () => {
      around.projects.gone.add('00000000-0000-4000-8000-000000000001')
      return submit(around.broker, { project_id: '00000000-0000-4000-8000-000000000001' })
    })()
    expect(await untilAll(around.db, batch_id, 'dropped')).toMatchObject([{ reason: 'project_deleted' }])
    around.projects.gone.delete(project_id)

    around.projects.key = 'abc'
    const bad = await submit(around.broker)
    await untilAll(around.db, bad.batch_id, 'rejected')
    around.projects.key = key
    expect(await around.requests()).toEqual([])
  })
})
