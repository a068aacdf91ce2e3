import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Receiver, startReceiver } from '@pagebell/testing/start-receiver'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from './test-system.ts'

let system: TestSystem
let receiver: Receiver
const running = new AsyncDisposableStack()

beforeAll(async () => {
  receiver = running.use(await startReceiver())
  // The host of this test does not exist, so its key file cannot be fetched.
  system = await startTestSystem({ env: { SANDBOX_FETCH_KEY_FILES: '0' } })
  running.defer(() => system.destroy())
})
afterAll(() => running.disposeAsync())

it('notifies a project’s endpoint once at 80 and once at 100 % of the daily quota, while URLs are submitted', async () => {
  const account = await system.admin<{ api_key: string }>(
    'account',
    'create',
    '--email',
    'warned@pagebell.localhost',
    '--plan',
    'free',
  )
  const call = <Body>(method: string, path: string, body?: object) =>
    system.api<{ data: Body }>(method, path, { key: account.api_key, ...(body === undefined ? {} : { body }) })
  await call('POST', '/projects', { project: 'warned.example' })
  const hook = await call<{ token: string }>('POST', '/projects/warned.example/hook')
  const endpoint = await call<{ secret: string }>('POST', '/projects/warned.example/event-endpoints', {
    url: receiver.url,
    events: ['quota.warning'],
  })
  const submit = (from: number, count: number) => {
    const urls = Array.from({ length: count }, (_, n) => `https://warned.example/page/${from + n}`)
    return system.submit(hook.body.data.token, urls)
  }

  // The plan has 100 a day: only the 80th and the 100th URL cause an event.
  expect(await submit(0, 79)).toMatchObject({ status: 202, body: { accepted: 79 } })
  expect(await submit(79, 10)).toMatchObject({ status: 202, body: { accepted: 10 } })
  await until('the first warning has come', () => receiver.got.length > 0)
  expect(await submit(89, 11)).toMatchObject({ status: 202, body: { accepted: 11 } })
  expect(await submit(100, 1)).toMatchObject({ status: 429, body: { code: 'quota_used_up' } })
  await until('the second warning has come', () => receiver.got.length > 1)

  expect(receiver.got.map((one) => receiver.verify(one, endpoint.body.data.secret))).toEqual([
    warning(80),
    warning(100),
  ])
})

const warning = (threshold: number) => ({
  type: 'quota.warning',
  timestamp: expect.any(String),
  data: expect.objectContaining({ period: 'day', threshold, limit: 100 }),
})
