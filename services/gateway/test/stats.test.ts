import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Gateway, startGateway } from './start-gateway.ts'

let gateway: Gateway

beforeAll(async () => {
  gateway = await startGateway()
  for (const name of ['example.com', 'example.org']) gateway.projects.add(gateway.account.account_id, name)
})
afterAll(() => gateway?.[Symbol.asyncDispose]())

const statsOf = (project: string) => gateway.ask(`/api/v1/projects/${project}/stats`)

it('says how long deliveries of a project take, in seconds', async () => {
  const times = { channel: 'indexnow', delivered: 7, p50_seconds: 1.235, p95_seconds: 60 }
  expect((await statsOf('example.com')).json()).toEqual({ data: { channels: [times] }, status: 200 })
  expect((await statsOf('example.org')).json()).toEqual({ data: { channels: [] }, status: 200 })
  expect((await statsOf('example.net')).statusCode).toBe(404)
})
