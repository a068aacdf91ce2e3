import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Service } from '../src/service.ts'
import {
  fast,
  noEndpoints,
  rowsOf,
  startTestEnvironment,
  submit,
  type TestEnvironment,
  untilAll,
} from './start-notifier.ts'

let environment: TestEnvironment
const copies: Service[] = []
beforeAll(async () => {
  environment = await startTestEnvironment()
})
afterAll(() => environment[Symbol.asyncDispose]())
beforeEach(() => environment.clear())
afterEach(async () => {
  for (const copy of copies.splice(0)) await copy[Symbol.asyncDispose]()
})
const startCopy = async (changes: Parameters<TestEnvironment['startCopy']>[0] = {}) => {
  copies.push(await environment.startCopy(changes))
}

/** First and last in the order of accounts, so that a dispatcher that uses the order alone serves the backlog first. */
const [busy, other] = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-8fff-ffffffffffff']

/** A batch of one URL on each of so many hosts, in messages as intake cuts them. */
async function submitHosts(hosts: number): Promise<void> {
  const batch = { account_id: busy, project_id: randomUUID(), batch_id: randomUUID() }
  for (let first = 0; first < hosts; first += 1_000) {
    const urls = Array.from({ length: 1_000 }, (_, n) => `https://h${first + n}.example.com/`)
    await submit(environment.broker, { ...batch, urls })
  }
  await until('all are a row each', async () => (await rowsOf(environment.db, batch.batch_id)).length === hosts)
}

async function submitOther(): Promise<string> {
  const { batch_id } = await submit(environment.broker, { account_id: other, urls: ['https://other.example/'] })
  await until('it is a row', async () => (await rowsOf(environment.db, batch_id)).length === 1)
  return batch_id
}

describe('an account with 3,000 hosts', () => {
  it('has one turn in a round, so that the one URL of another is among the next requests', async () => {
    await startCopy({ config: noEndpoints })
    await submitHosts(3_000)
    const batchId = await submitOther()
    await startCopy({ config: { ENGINE_LANES: 1 } })
    await untilAll(environment.db, batchId, 'delivered')
    const hosts = (await environment.requests()).map(({ host }) => host)
    expect(hosts.indexOf('other.example')).toBeLessThanOrEqual(2)
  })

  it('is served in rotation when the rate of the engine is the limit', async () => {
    await startCopy({ config: noEndpoints })
    await submitHosts(1_000)
    await startCopy({ config: { ENGINE_REQUESTS_PER_SECOND: 20, ENGINE_LANES: 4 }, timing: { burstSeconds: 0 } })
    await until('the backlog is under way', async () => (await environment.requests()).length >= 3)
    const batchId = await submitOther()
    const before = (await environment.requests()).length
    await untilAll(environment.db, batchId, 'delivered')
    const hosts = (await environment.requests()).map(({ host }) => host)
    // One for each worker that was busy already, and what is sent while this test reads.
    expect(hosts.indexOf('other.example') - before).toBeLessThanOrEqual(10)
  })

  it('none of which is due, delays no other account, and a host that is due is served', async () => {
    await startCopy({ config: noEndpoints })
    await submitHosts(3_000)
    const later = `update deliveries set status = 'retrying', next_at = clock_timestamp() + interval '1 hour'
      where account_id = $1`
    await environment.db.query({ text: later, values: [busy] })
    const batchId = await submitOther()
    // The last of them all, behind everything that is not due.
    const last = 'https://zzz.example.com/'
    const ownBatch = await submit(environment.broker, { account_id: busy, urls: [last] })
    await startCopy({ config: { ENGINE_LANES: 1 }, timing: { deliveries: { ...fast, batchDelay: 0 } } })
    await untilAll(environment.db, batchId, 'delivered')
    await untilAll(environment.db, ownBatch.batch_id, 'delivered')
    expect(await environment.requests()).toHaveLength(2)
  })
})
