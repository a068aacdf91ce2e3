import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type SandboxEngine, startSandboxEngine } from '@pagebell/sandbox/sandbox-engine'
import { until } from '@pagebell/testing/until'
import type { Service } from '../src/service.ts'
import { key, rowsOf, startTestEnvironment, submit, type TestEnvironment, untilAll } from './start-notifier.ts'

let environment: TestEnvironment
let service: Service
let other: SandboxEngine
let care: ReturnType<TestEnvironment['callCare']>
let deliveries: ReturnType<TestEnvironment['callDeliveries']>
const running = new AsyncDisposableStack()
beforeAll(async () => {
  environment = running.use(await startTestEnvironment())
  other = running.use(await startSandboxEngine({ port: 0, fetchKeyFiles: false }))
  // No test here is about engines that are slow: on a busy machine one that is would get URLs twice.
  service = running.use(await environment.startCopy({ timing: { engineTimeout: 20_000 } }))
  care = running.use(environment.callCare(service))
  deliveries = running.use(environment.callDeliveries(service))
})
afterAll(() => running.disposeAsync())
beforeEach(async () => {
  await environment.clear()
  await fetch(`${other.url}/received`, { method: 'DELETE' })
  await fetch(`${other.url}/script`, { method: 'DELETE' })
})

const scriptOther = (script: object) => fetch(`${other.url}/script`, { method: 'POST', body: JSON.stringify(script) })
const urlsAt = (engine: SandboxEngine) => new Set(engine.received().map(({ url }) => url))
const pages = (count: number) => Array.from({ length: count }, (_, n) => `https://www.example.com/${n}`)

/** A project whose IndexNow settings are these, beside its key. */
function project(settings: object): { project_id: string } {
  const project_id = crypto.randomUUID()
  environment.projects.settings.set(`${project_id} indexnow`, { key, ...settings })
  return { project_id }
}

describe('an endpoint of the project’s own', () => {
  it('receives the URLs in place of the operator’s', async () => {
    const { batch_id } = await submit(environment.broker, {
      ...project({ endpoint: `${other.url}/indexnow` }),
      urls: pages(3),
    })
    await untilAll(environment.db, batch_id, 'delivered')
    expect([urlsAt(other), urlsAt(environment.engine)]).toEqual([new Set(pages(3)), new Set()])
  })

  it('that is a private address is not reached', async () => {
    const { batch_id } = await submit(environment.broker, project({ endpoint: 'http://10.0.0.1/indexnow' }))
    expect(await untilAll(environment.db, batch_id, 'rejected')).toMatchObject([{ reason: 'endpoint_blocked_address' }])
  })

  it('that rests holds up neither the operator’s nor another one', async () => {
    await scriptOther({ next: [{ status: 429, retry_after: 60 }] })
    const slow = await submit(environment.broker, project({ endpoint: `${other.url}/indexnow` }))
    await until('it rests', async () => (await rowsOf(environment.db, slow.batch_id))[0]?.reason === 'rate_limited')
    const { batch_id } = await submit(environment.broker)
    await untilAll(environment.db, batch_id, 'delivered')
    expect((await rowsOf(environment.db, slow.batch_id))[0]?.status).toBe('retrying')
  })

  it('that was taken away again gives what waits back to the operator’s', async () => {
    await scriptOther({ next: [{ status: 503, retry_after: 5 }] })
    const ownBatch = project({ endpoint: `${other.url}/indexnow` })
    const { batch_id, urls } = await submit(environment.broker, ownBatch)
    await until('it has trouble', async () => (await rowsOf(environment.db, batch_id))[0]?.status === 'retrying')
    environment.projects.settings.set(`${ownBatch.project_id} indexnow`, { key })
    await untilAll(environment.db, batch_id, 'delivered')
    expect(urlsAt(environment.engine)).toEqual(new Set(urls))
  })
})

describe('a fallback endpoint', () => {
  it('receives what the first one refuses, and nothing else', async () => {
    const urls = pages(6)
    await environment.tell({ refuse: [urls[2]] })
    const { batch_id } = await submit(environment.broker, {
      ...project({ fallback_endpoint: `${other.url}/indexnow` }),
      urls,
    })
    await untilAll(environment.db, batch_id, 'delivered')
    expect(urlsAt(other)).toEqual(new Set([urls[2]]))
    expect(urlsAt(environment.engine)).toEqual(new Set(urls.toSpliced(2, 1)))
  })

  it('has the last word', async () => {
    await environment.tell({ next: [{ status: 403, errorCode: 'UserForbiddedToAccessSite' }] })
    await scriptOther({ next: [{ status: 403, errorCode: 'InvalidKey' }] })
    const { batch_id } = await submit(environment.broker, project({ fallback_endpoint: `${other.url}/indexnow` }))
    expect(await untilAll(environment.db, batch_id, 'rejected')).toMatchObject([{ reason: 'InvalidKey', attempts: 2 }])
  })
})

describe('a paused channel', () => {
  it('sends nothing of this project, and all of it when it goes on', async () => {
    const place = { account_id: crypto.randomUUID(), project_id: crypto.randomUUID() }
    expect(await care.pauseChannel({ ...place, channel: 'indexnow', paused: true })).toEqual({ paused: true })
    expect((await care.getCare(place)).paused).toEqual(['indexnow'])
    const held = await submit(environment.broker, { ...place, urls: pages(3) })
    const free = await submit(environment.broker)
    expect(await untilAll(environment.db, held.batch_id, 'held')).toMatchObject([
      { reason: 'channel_paused', attempts: 0, next_at: null },
      {},
      {},
    ])
    await untilAll(environment.db, free.batch_id, 'delivered')
    expect(urlsAt(environment.engine)).toEqual(new Set(free.urls))
    await care.pauseChannel({ ...place, channel: 'indexnow', paused: false })
    await untilAll(environment.db, held.batch_id, 'delivered')
    expect((await care.getCare(place)).paused).toEqual([])
  })

  it('everywhere rests for every project', async () => {
    await care.pauseEverywhere({ channel: 'bing', paused: true })
    const { batch_id, account_id, project_id } = await submit(environment.broker, { channel: 'bing' })
    await untilAll(environment.db, batch_id, 'held')
    expect((await care.getCare({ account_id, project_id })).paused).toEqual(['bing'])
    const others = await submit(environment.broker)
    await untilAll(environment.db, others.batch_id, 'delivered')
    await care.pauseEverywhere({ channel: 'bing', paused: false })
    await untilAll(environment.db, batch_id, 'delivered')
  })

  it('is none that there is not', async () => {
    const place = { account_id: crypto.randomUUID(), project_id: crypto.randomUUID(), channel: 'pigeon', paused: true }
    await expect(care.pauseChannel(place)).rejects.toMatchObject({ kind: 'not_found' })
  })
})

describe('requeue', () => {
  it('takes a project’s own only, and what is paused stays so', async () => {
    await environment.tell({ next: Array.from({ length: 2 }, () => ({ status: 403, errorCode: 'InvalidKey' })) })
    const account_id = crypto.randomUUID()
    const [one, two] = [
      await submit(environment.broker, { account_id }),
      await submit(environment.broker, { account_id, project: 'other.example', urls: ['https://other.example/'] }),
    ]
    for (const { batch_id } of [one, two]) await untilAll(environment.db, batch_id, 'rejected')
    const rejected_since = one.submitted_at
    const asked = { account_id, rejected_since, project: 'other.example' }
    expect(await deliveries.requeueDeliveries(asked)).toEqual({ count: 1 })
    await untilAll(environment.db, two.batch_id, 'delivered')
    expect((await rowsOf(environment.db, one.batch_id))[0]?.status).toBe('rejected')
  })
})

describe('asking an engine what it knows', () => {
  it.each(['x', '', 'https://', 'ftp://example.com/', 'javascript:alert(1)', '//example.com/'])(
    'is refused for %j, which is no URL of a page',
    async (url) => {
      const about = { account_id: crypto.randomUUID(), project_id: crypto.randomUUID(), channel: 'google' }
      await expect(care.askEngine({ ...about, url })).rejects.toMatchObject({
        kind: 'invalid',
        errors: { url: ['must be an absolute http or https URL'] },
      })
    },
  )
})
