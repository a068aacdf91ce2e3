import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { deleteUnusedStates } from '../src/engines/engine-state.sql.ts'
import { key, rowsOf, startTestEnvironment, submit, type TestEnvironment, untilAll } from './start-notifier.ts'

let environment: TestEnvironment
beforeAll(async () => {
  environment = await startTestEnvironment()
})
afterAll(() => environment[Symbol.asyncDispose]())
beforeEach(() => environment.clear())

/** A URL of a project with an endpoint override. */
async function submitTo(endpoint: string, account_id: string, url: string) {
  const project_id = randomUUID()
  environment.projects.settings.set(`${project_id} indexnow`, { key, endpoint })
  return submit(environment.broker, { account_id, project_id, urls: [url] })
}

describe('endpoints that customers have set', () => {
  it('of one account that hang keep no other account waiting', async () => {
    await using stack = new AsyncDisposableStack()
    let asked = 0
    const hanging = createServer(() => {
      asked += 1
    })
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const port = (hanging.address() as AddressInfo).port
    const engineTimeout = 20_000
    stack.use(await environment.startCopy({ timing: { engineTimeout } }))
    stack.defer(() => {
      // A stop would wait for their answers.
      hanging.closeAllConnections()
      hanging.close()
    })
    const busy = '00000000-0000-4000-8000-000000000001'
    const batches = []
    for (let n = 0; n < 40; n++)
      batches.push(await submitTo(`http://127.0.0.1:${port}/${n}`, busy, `https://h${n}.example.com/`))
    const elsewhere = `select from deliveries where account_id = $1 and via <> ''`
    const routed = async () => (await environment.db.query({ text: elsewhere, values: [busy] })).rowCount
    await until('all go to the endpoints that were named', async () => (await routed()) === batches.length)
    await until('some hang', () => asked > 0)
    const began = performance.now()
    const { batch_id } = await submitTo(`${environment.engine.url}/indexnow`, randomUUID(), 'https://other.example/')
    await untilAll(environment.db, batch_id, 'delivered')
    // Before the first of those that hang is given up.
    expect(performance.now() - began).toBeLessThan(engineTimeout / 2)
    expect(asked).toBe(4)
  })

  it('that ask for a pause rest for their own account, and not the engine of everybody', async () => {
    await using _service = await environment.startCopy()
    const endpoint = `${environment.engine.url}/indexnow`
    await environment.tell({ host: 'mine.example', next: [{ status: 429, retry_after: 3_600 }] })
    const ownBatch = await submitTo(endpoint, randomUUID(), 'https://mine.example/')
    await until('it rests', async () => (await rowsOf(environment.db, ownBatch.batch_id))[0]?.reason === 'rate_limited')
    const other = await submit(environment.broker, { urls: ['https://www.example.com/'] })
    const same = await submitTo(endpoint, randomUUID(), 'https://same.example/')
    await untilAll(environment.db, other.batch_id, 'delivered')
    await untilAll(environment.db, same.batch_id, 'delivered')
    expect(await rowsOf(environment.db, ownBatch.batch_id)).toMatchObject([{ status: 'retrying' }])
  })

  it('are forgotten once they are neither used nor rest', async () => {
    const text = `insert into engine_state (endpoint, tokens, refilled_at, paused_until) values
      ('used', 1, clock_timestamp(), '-infinity'),
      ('unused', 1, clock_timestamp() - interval '3 hours', '-infinity'),
      ('resting', 1, clock_timestamp() - interval '3 hours', clock_timestamp())`
    await environment.db.query({ text })
    await deleteUnusedStates(environment.db, 2 * 3_600_000)
    const left = await environment.db.query<{ endpoint: string }>({
      text: 'select endpoint from engine_state order by 1',
    })
    expect(left.rows.map(({ endpoint }) => endpoint)).toEqual(['resting', 'used'])
  })
})
