import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { services } from '@pagebell/start/service-list'
import { restartEachCopy, startCustomers } from './restart-each-copy.ts'
import { startTestSystem, type TestSystem } from './test-system.ts'

let system: TestSystem

beforeAll(async () => {
  system = await startTestSystem({ copies: 2 })
})

afterAll(async () => {
  await system?.destroy()
})

it('loses no request while every copy of every service is stopped and started in turn', async () => {
  await using clients = await startCustomers(system)
  const restarts = await Array.fromAsync(restartEachCopy(system, clients))
  expect(await clients.stop()).toEqual([])
  expect(restarts).toHaveLength(services.length * 2)
  expect(restarts.filter(({ answered }) => answered < 10)).toEqual([])
}, 400_000)
