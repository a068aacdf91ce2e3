import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type ServiceName, services } from '@pagebell/start/service-list'
import { until } from '@pagebell/testing/until'
import { startTestSystem, type TestSystem } from './test-system.ts'

let system: TestSystem

beforeAll(async () => {
  system = await startTestSystem({})
})

afterAll(async () => {
  await system?.destroy()
})

it('brings every accepted URL to the engine, though each service in turn is killed while they come in', async () => {
  const token = system.demo.hookToken ?? ''
  const accepted = new Set<string>()
  let next = 0
  let stop = false
  const client = async (): Promise<void> => {
    while (!stop) {
      const urls = Array.from({ length: 5 }, () => `${system.addresses.sampleSiteUrl}/killed/${next++}`)
      // As a customer's client would: what was not answered is sent again as it was, until it is.
      const isAccepted = async () =>
        (await system.submit(token, urls, { signal: AbortSignal.timeout(5_000) })).status === 202
      await until('a submission is accepted', isAccepted, 60_000)
      for (const url of urls) accepted.add(url)
    }
  }
  const clients = Array.from({ length: 4 }, client)

  for (const service of services satisfies readonly ServiceName[]) {
    const before = accepted.size
    await until(`URLs are accepted before ${service} is killed`, () => accepted.size > before + 50)
    const process = system.process(service)
    const restarts = process.restarts()
    process.kill('SIGKILL')
    await until(`${service} is started again`, () => process.restarts() > restarts)
  }
  const before = accepted.size
  await until('URLs are accepted after all of that', () => accepted.size > before + 50)
  stop = true
  await Promise.all(clients)

  const missing = await until(
    'every accepted URL has reached the engine',
    async () => {
      const received = new Set(await system.received())
      return [...accepted].every((url) => received.has(url)) && received
    },
    60_000,
  )
  expect([...accepted].filter((url) => !missing.has(url))).toEqual([])
}, 180_000)
