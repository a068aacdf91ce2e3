import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Service } from '../src/service.ts'
import { key, rowsOf, startTestEnvironment, submit, type TestEnvironment, untilAll } from './start-notifier.ts'

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

describe('the outcome of a URL by the response of the engine', () => {
  it.each([200, 202])('%i delivers it', async (status) => {
    await environment.tell({ next: [{ status }] })
    const { batch_id } = await submit(environment.broker)
    expect(await untilAll(environment.db, batch_id, 'delivered')).toMatchObject([
      { attempts: 1, engine_status: status, reason: null, next_at: null },
    ])
    expect(environment.engine.received()).toMatchObject([
      { url: 'https://www.example.com/a', host: 'www.example.com', key },
    ])
  })

  it.each([
    [403, 'InvalidKey'],
    [403, 'KeyNotFound'],
    [403, 'UserForbiddedToAccessSite'],
    [400, 'BadRequest'],
    [405, 'MethodNotAllowed'],
    [422, 'InvalidRequestParameters'],
    [301, 'Moved'],
  ])('%i %s rejects it permanently, with the message of the engine', async (status, errorCode) => {
    await environment.tell({ next: [{ status, errorCode, message: 'Why it is so.' }] })
    const { batch_id } = await submit(environment.broker)
    const [row] = await untilAll(environment.db, batch_id, 'rejected')
    expect(row).toMatchObject({ attempts: 1, engine_status: status, reason: errorCode, next_at: null })
    expect(row?.engine_message).toContain('Why it is so.')
    expect(await environment.requests()).toHaveLength(1)
  })

  it('a 422 of a whole batch is asked again in halves, so that one bad URL sinks no other', async () => {
    const urls = Array.from({ length: 20 }, (_, n) => `https://www.example.com/${n}`)
    await environment.tell({ refuse: ['https://www.example.com/7'] })
    const { batch_id } = await submit(environment.broker, { urls })
    const rows = await until('all have ended', async () => {
      const found = await rowsOf(environment.db, batch_id)
      return found.length === 20 && found.every((row) => ['delivered', 'rejected'].includes(row.status)) && found
    })
    expect(rows.filter((row) => row.status === 'rejected').map((row) => row.url)).toEqual(['https://www.example.com/7'])
    expect(environment.engine.received()).toHaveLength(19)
  })

  it.each([{ status: 500 }, { status: 503 }, { hang: true }, { drop: true }])(
    '%j is tried again until it is delivered',
    async (trouble) => {
      await environment.tell({ next: [trouble, trouble] })
      const { batch_id } = await submit(environment.broker)
      expect(await untilAll(environment.db, batch_id, 'delivered')).toMatchObject([{ attempts: 3, reason: null }])
    },
  )

  it('trouble without end is a dead letter after the first try and five more', async () => {
    await environment.tell({ next: Array.from({ length: 9 }, () => ({ status: 503 })) })
    const { batch_id } = await submit(environment.broker)
    expect(await untilAll(environment.db, batch_id, 'rejected')).toMatchObject([
      { attempts: 6, engine_status: 503, reason: 'dead letter: Status503' },
    ])
    expect(await environment.requests()).toHaveLength(6)
  })

  it('429 rests the endpoint for everyone for as long as it says, and costs no attempt', async () => {
    await environment.tell({ next: [{ status: 429, retry_after: 1 }] })
    const first = await submit(environment.broker)
    await until(
      'the engine has answered',
      async () => (await rowsOf(environment.db, first.batch_id))[0]?.reason === 'rate_limited',
    )
    const other = await submit(environment.broker, { urls: ['https://other.example/b'], project: 'other.example' })
    await untilAll(environment.db, other.batch_id, 'delivered')
    expect(await untilAll(environment.db, first.batch_id, 'delivered')).toMatchObject([{ attempts: 1 }])
    // By the engine's clock: this test may have been late to see the answer.
    const [refused = Number.NaN, ...later] = (await environment.requests()).map((request) => Date.parse(request.at))
    expect(later.length).toBeGreaterThan(0)
    expect(Math.min(...later) - refused).toBeGreaterThanOrEqual(990)
  })

  it('429 without a time rests it for a planned one, doubling while it goes on', async () => {
    await environment.tell({ next: [{ status: 429 }, { status: 429 }, { status: 429 }] })
    const { batch_id } = await submit(environment.broker)
    await untilAll(environment.db, batch_id, 'delivered')
    const at = (await environment.requests()).map((request) => Date.parse(request.at))
    expect(at).toHaveLength(4)
    expect(Number(at[1]) - Number(at[0])).toBeGreaterThanOrEqual(50)
    expect(Number(at[3]) - Number(at[2])).toBeGreaterThanOrEqual(200)
  })

  it('a key the engine has not verified yet is tried again, and delivered once it has', async () => {
    const pending = { status: 403, errorCode: 'SiteVerificationNotCompleted' }
    await environment.tell({ next: [pending, pending] })
    const { batch_id } = await submit(environment.broker)
    expect(await untilAll(environment.db, batch_id, 'delivered')).toMatchObject([{ attempts: 3 }])
  })

  it('a project service that is away costs no attempt', async () => {
    environment.projects.away = true
    const { batch_id } = await submit(environment.broker)
    await until('it waits', async () => (await rowsOf(environment.db, batch_id))[0]?.reason?.startsWith('waiting'))
    environment.projects.away = false
    expect(await untilAll(environment.db, batch_id, 'delivered')).toMatchObject([{ attempts: 1 }])
  })

  it('a project that is gone drops it, and a key that can never be right rejects it before any request', async () => {
    const { batch_id, project_id } = await (async () => {
      environment.projects.gone.add('00000000-0000-4000-8000-000000000001')
      return submit(environment.broker, { project_id: '00000000-0000-4000-8000-000000000001' })
    })()
    expect(await untilAll(environment.db, batch_id, 'dropped')).toMatchObject([{ reason: 'project_deleted' }])
    environment.projects.gone.delete(project_id)

    environment.projects.key = 'abc'
    const bad = await submit(environment.broker)
    await untilAll(environment.db, bad.batch_id, 'rejected')
    environment.projects.key = key
    expect(await environment.requests()).toEqual([])
  })
})
