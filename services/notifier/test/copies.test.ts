import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { until } from '@pagebell/testing/until'
import { claimDeliveries } from '../src/deliveries/claims.sql.ts'
import { dueGroups } from '../src/deliveries/due-groups.ts'
import type { Service } from '../src/service.ts'
import {
  fast,
  noEndpoints,
  rowsOf,
  startTestEnvironment,
  submission,
  submit,
  type TestEnvironment,
  untilAll,
} from './start-notifier.ts'

let environment: TestEnvironment
let copies: Service[] = []
beforeAll(async () => {
  environment = await startTestEnvironment()
})
afterAll(async () => {
  await environment[Symbol.asyncDispose]()
})
beforeEach(() => environment.clear())
afterEach(async () => {
  for (const copy of copies) await copy[Symbol.asyncDispose]()
  copies = []
})
const startCopies = async (count: number, changes: Parameters<TestEnvironment['startCopy']>[0] = {}) => {
  for (let n = 0; n < count; n++) copies.push(await environment.startCopy(changes))
}

describe('several copies', () => {
  it('deliver each URL exactly once when nothing fails', async () => {
    await startCopies(2)
    const batches = await Promise.all(
      Array.from({ length: 40 }, (_, batch) =>
        submit(environment.broker, {
          urls: Array.from({ length: 50 }, (_, n) => `https://h${batch % 7}.example.com/${batch}/${n}`),
        }),
      ),
    )
    for (const { batch_id } of batches) await untilAll(environment.db, batch_id, 'delivered')
    const received = environment.engine.received().map(({ url }) => url)
    expect([received.length, new Set(received).size]).toEqual([2_000, 2_000])
  })

  it('take over what a copy had claimed when it died', async () => {
    await startCopies(1, { config: noEndpoints })
    const { batch_id } = await submit(environment.broker)
    const group = await until(
      'it is due',
      async () => (await dueGroups(environment.db, 'indexnow', '').findAccount(undefined))?.group,
    )
    // What a copy killed after its claim leaves behind.
    const claim = { channel: 'indexnow', group, lease: crypto.randomUUID(), leaseMs: 300, batchDelayMs: 0, limit: 10 }
    expect(await claimDeliveries(environment.db, claim)).toHaveLength(1)
    await startCopies(1)
    const claimed = Date.now()
    await untilAll(environment.db, batch_id, 'delivered')
    expect(Date.now() - claimed).toBeLessThan(5_000)
    expect(environment.engine.received()).toHaveLength(1)
  })
})

describe('an answer', () => {
  it('is written down also if the database is away when it comes, and the engine not asked again', async () => {
    await using stack = new AsyncDisposableStack()
    const wire = stack.use(await startTcpProxy(environment.databaseUrl))
    let asked = 0
    const engine = createServer((request, reply) => {
      asked += 1
      wire.cut()
      request.resume().on('end', () => reply.end())
      setTimeout(() => wire.restore(), 500)
    })
    await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
    stack.defer(() => void engine.close())
    const endpoint = `http://127.0.0.1:${(engine.address() as AddressInfo).port}/indexnow`
    stack.use(
      await environment.startCopy({
        config: { ...noEndpoints, DATABASE_URL: wire.through(environment.databaseUrl), INDEXNOW_ENDPOINT: endpoint },
      }),
    )
    const { batch_id } = await submit(environment.broker)
    expect(await untilAll(environment.db, batch_id, 'delivered')).toMatchObject([{ attempts: 1 }])
    expect(asked).toBe(1)
  })
})

describe('gathering', () => {
  it('sends many one-URL batches of a host in few requests', async () => {
    // Longer than a busy machine needs to bring them all.
    await startCopies(1, { timing: { deliveries: { ...fast, batchDelay: 2_000, partBatchDelay: 2_000 } } })
    const project = { account_id: crypto.randomUUID(), project_id: crypto.randomUUID() }
    const batches = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        submit(environment.broker, { ...project, urls: [`https://www.example.com/${n}`] }),
      ),
    )
    for (const { batch_id } of batches) await untilAll(environment.db, batch_id, 'delivered')
    expect(environment.engine.received()).toHaveLength(100)
    expect((await environment.requests()).length).toBeLessThanOrEqual(5)
  })

  it('sends a batch that came in several messages in one request, though they do not come at once', async () => {
    await startCopies(1, { timing: { deliveries: { ...fast, partBatchDelay: 2_000 } } })
    const batch = submission()
    const part = (number: number, urls: number) =>
      submit(environment.broker, {
        ...batch,
        urls: Array.from({ length: urls }, (_, n) => `https://www.example.com/${number}/${n}`),
      })
    await part(1, 1_000)
    await until('the first is a row each', async () => (await rowsOf(environment.db, batch.batch_id)).length === 1_000)
    await part(2, 1_000)
    await until('so is the second', async () => (await rowsOf(environment.db, batch.batch_id)).length === 2_000)
    await part(3, 5)
    await untilAll(environment.db, batch.batch_id, 'delivered')
    expect((await environment.requests()).map(({ urls }) => urls)).toEqual([2_005])
  })
})

describe('fairness', () => {
  it('a project with a long backlog keeps no other waiting', async () => {
    await startCopies(1, { config: noEndpoints })
    const big = { account_id: '00000000-0000-4000-8000-000000000001', project_id: crypto.randomUUID() }
    const batches = await Promise.all(
      Array.from({ length: 40 }, (_, batch) =>
        submit(environment.broker, {
          ...big,
          urls: Array.from({ length: 1_000 }, (_, n) => `https://big.example.com/${batch}/${n}`),
        }),
      ),
    )
    const small = await submit(environment.broker, { account_id: 'ffffffff-ffff-4fff-8fff-ffffffffffff' })
    for (const { batch_id } of [...batches, small])
      await until('it has come', async () => (await rowsOf(environment.db, batch_id)).length > 0)
    await startCopies(1, { config: { ENGINE_LANES: 1 } })
    await untilAll(environment.db, small.batch_id, 'delivered')
    const hosts = (await environment.requests()).map(({ host }) => host)
    expect(hosts.indexOf('www.example.com')).toBeLessThanOrEqual(1)
  })
})

describe('an engine in trouble', () => {
  it('is asked by one trial at a time once its breaker is open, and what waits uses up no attempt', async () => {
    await startCopies(1, {
      config: { ENGINE_LANES: 1 },
      timing: { deliveries: { ...fast, breakerAfter: 2, breakerOpen: 200 }, poll: 10 },
    })
    await environment.tell({ next: Array.from({ length: 4 }, () => ({ status: 503 })) })
    const batches = await Promise.all(
      Array.from({ length: 6 }, (_, n) => submit(environment.broker, { urls: [`https://h${n}.example.com/`] })),
    )
    const rows = []
    for (const { batch_id } of batches) rows.push(...(await untilAll(environment.db, batch_id, 'delivered')))
    expect(rows.reduce((sum, row) => sum + row.attempts, 0)).toBe(10)
    const at = (await environment.requests()).map((request) => Date.parse(request.at))
    expect(Number(at[3]) - Number(at[2])).toBeGreaterThanOrEqual(150)
  })
})
