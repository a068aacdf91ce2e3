import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import type { Service } from '../src/service.ts'
import { fast, rowsOf, startTestEnvironment, submit, type TestEnvironment, untilAll } from './start-notifier.ts'

let environment: TestEnvironment
let service: Service
let deliveries: ReturnType<TestEnvironment['callDeliveries']>
const running = new AsyncDisposableStack()
beforeAll(async () => {
  environment = running.use(await startTestEnvironment())
  service = running.use(await environment.startCopy({ timing: { deliveries: { ...fast, breakerAfter: 100 } } }))
  deliveries = running.use(environment.callDeliveries(service))
})
afterAll(() => running.disposeAsync())
beforeEach(() => environment.clear())

async function idOf(account_id: string, url: string): Promise<string> {
  const found = await deliveries.listDeliveries({ account_id, url, per_page: 10 })
  return found.deliveries[0]?.id ?? ''
}

const historyOf = async (account_id: string, url: string) =>
  deliveries.getDelivery({ account_id, delivery_id: await idOf(account_id, url) })

const countCalls = async (account_id: string): Promise<number> => {
  const text = 'select id from engine_calls where account_id = $1'
  return (await environment.db.query({ text, values: [account_id] })).rowCount
}

const page = 'https://www.example.com/a'

describe('the attempts of a delivery', () => {
  it('are listed from first to last, each with the response of the engine and its duration', async () => {
    await environment.tell({ next: [{ status: 503, message: 'Try later.' }, { hang: true }, { status: 200 }] })
    const { account_id, batch_id } = await submit(environment.broker)
    await untilAll(environment.db, batch_id, 'delivered')
    const { delivery, attempts } = await historyOf(account_id, page)
    expect(delivery).toMatchObject({ url: page, status: 'delivered', attempts: 3 })
    expect(attempts).toMatchObject([
      { outcome: 'retry', reason: 'Status503', engine_status: 503, urls: 1 },
      { outcome: 'retry', reason: 'timeout' },
      { outcome: 'delivered', engine_status: 200 },
    ])
    const [first, second, third] = attempts
    expect(first?.engine_message).toContain('Try later.')
    expect([second?.engine_status, second?.engine_message, third?.reason]).toEqual([undefined, undefined, undefined])
    expect(second?.took_ms).toBeGreaterThanOrEqual(450)
    expect(new Set(attempts.map(({ engine }) => engine))).toEqual(new Set([`${environment.engine.url}/indexnow`]))
    const times = attempts.map(({ asked_at }) => asked_at)
    expect(times).toEqual(times.toSorted())
  })

  it('cost one row for all URLs of a request that were answered alike', async () => {
    const urls = Array.from({ length: 500 }, (_, n) => `https://www.example.com/${n}`)
    const { account_id, batch_id } = await submit(environment.broker, { urls })
    await untilAll(environment.db, batch_id, 'delivered')
    const requests = (await environment.requests()).length
    expect(await countCalls(account_id)).toBe(requests)
    for (const url of urls.slice(-2))
      expect((await historyOf(account_id, url)).attempts).toMatchObject([{ outcome: 'delivered' }])
  })

  it('show the halves in which a refused batch was asked again', async () => {
    const urls = Array.from({ length: 8 }, (_, n) => `https://www.example.com/${n}`)
    const bad = 'https://www.example.com/5'
    await environment.tell({ refuse: [bad] })
    const { account_id, batch_id } = await submit(environment.broker, { urls })
    await until('all have ended', async () => {
      const rows = await rowsOf(environment.db, batch_id)
      return rows.length === 8 && rows.every(({ status }) => ['delivered', 'rejected'].includes(status))
    })
    const outcomesOf = async (url: string) =>
      (await historyOf(account_id, url)).attempts.map(({ outcome, urls: together }) => `${outcome} of ${together}`)
    expect(await outcomesOf(bad)).toEqual(['rejected of 8', 'rejected of 4', 'rejected of 2', 'rejected of 1'])
    expect(await outcomesOf('https://www.example.com/0')).toEqual(['rejected of 8', 'delivered of 4'])
  })

  it('tell the URLs of one request apart where the engine does', async () => {
    const urls = ['https://www.example.com/a', 'https://www.example.com/b']
    const { account_id, batch_id } = await submit(environment.broker, { channel: 'google', urls })
    await untilAll(environment.db, batch_id, 'delivered')
    for (const url of urls)
      expect((await historyOf(account_id, url)).attempts.at(-1)?.engine_message).toContain(JSON.stringify(url))
  })

  it('go on after a requeue, which counts from zero', async () => {
    await environment.tell({ next: [{ status: 403, errorCode: 'InvalidKey' }] })
    const { account_id, batch_id } = await submit(environment.broker)
    await untilAll(environment.db, batch_id, 'rejected')
    await deliveries.requeueDeliveries({ account_id, batch_id })
    await untilAll(environment.db, batch_id, 'delivered')
    const { delivery, attempts } = await historyOf(account_id, page)
    expect(delivery?.attempts).toBe(1)
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['rejected', 'delivered'])
  })

  it('are the newest hundred', async () => {
    await environment.tell({ next: [{ status: 403, errorCode: 'InvalidKey' }] })
    const { account_id, batch_id } = await submit(environment.broker)
    await untilAll(environment.db, batch_id, 'rejected')
    const many = 'update deliveries set calls = array_fill(calls[1], array[100]) where batch_id = $1'
    await environment.db.query({ text: many, values: [batch_id] })
    await deliveries.requeueDeliveries({ account_id, batch_id })
    await untilAll(environment.db, batch_id, 'delivered')
    const { attempts } = await historyOf(account_id, page)
    expect(attempts.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 99 }, () => 'rejected'),
      'delivered',
    ])
  })

  it('are not shown to another account, nor for another project', async () => {
    const { account_id, batch_id, project } = await submit(environment.broker)
    await untilAll(environment.db, batch_id, 'delivered')
    const delivery_id = await idOf(account_id, page)
    expect((await deliveries.getDelivery({ account_id, delivery_id, project })).attempts).toHaveLength(1)
    for (const other of [
      { account_id: crypto.randomUUID(), delivery_id },
      { account_id, delivery_id, project: 'other.example' },
      { account_id, delivery_id: crypto.randomUUID() },
      { account_id, delivery_id: 'nothing' },
    ])
      await expect(deliveries.getDelivery(other)).rejects.toMatchObject({
        kind: 'not_found',
        message: 'There is no such delivery.',
      })
  })
})
