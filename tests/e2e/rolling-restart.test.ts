import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'
import { type LoadClient, startClients } from './load-client.ts'
import { startTestSystem, type TestSystem } from './test-system.ts'

let system: TestSystem

beforeAll(async () => {
  system = await startTestSystem({ copies: 2 })
}, 180_000)

afterAll(async () => {
  await system?.destroy()
})

it('loses no request while every copy of every service is stopped and started in turn', async () => {
  const gateways = system.copies.filter(({ service }) => service === 'gateway')
  const gatewayUrls = gateways.map(({ ports }) => `http://127.0.0.1:${ports['GATEWAY_PORT']}`)
  await using clients = await startClients({ gatewayUrls, system, atOnce: 6 })
  const during: [service: string, answered: number][] = []
  for (const { service, process, readyUrl } of system.copies) {
    await answersMore(clients, 30, `before ${service} is stopped`)
    const [before, restarts] = [clients.answered(), process.restarts()]
    process.kill('SIGTERM')
    await until(`${service} is started again`, () => process.restarts() > restarts, 30_000)
    await until(`${service} is ready again`, () => isReady(readyUrl), 60_000)
    during.push([service, clients.answered() - before])
  }
  await answersMore(clients, 30, 'after all of that')
  expect(await clients.stop()).toEqual([])
  expect(during).toHaveLength(14)
  expect(during.filter(([, answered]) => answered < 10)).toEqual([])
}, 400_000)

const answersMore = (clients: LoadClient, many: number, when: string): Promise<unknown> => {
  const before = clients.answered()
  return until(`requests are answered ${when}`, () => clients.answered() >= before + many, 30_000)
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.ok
    },
    () => false,
  )
