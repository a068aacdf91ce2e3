import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { queueName } from '@pagebell/broker/topology'
import { fault } from '@pagebell/faults/fault'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { createLog } from '@pagebell/runtime/log'
import type { PrivateServer } from '@pagebell/start/private-server'
import { startRabbitmq } from '@pagebell/start/start-rabbitmq'
import { until } from '@pagebell/testing/until'
import amqp from 'amqplib'
import { limitMemory } from './limit-memory.ts'

let folder: string
let server: PrivateServer | undefined
let broker: Broker

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-blocked-'))
  server = await startRabbitmq(folder)
  if (server === undefined) throw new Error('This test needs RabbitMQ installed on this machine.')
  broker = await connectBroker({ url: server.url, log: createLog('blocked test', 'silent'), service: 'test' })
}, 120_000)

afterAll(async () => {
  await broker?.[Symbol.asyncDispose]()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const send = (id: string) =>
  broker.publish(
    analysisRequested,
    { run_id: crypto.randomUUID(), report_id: crypto.randomUUID(), url: 'https://example.com/' },
    { id },
  )

const untilAccepted = () => until('it publishes again', () => broker.ping().then(() => true))

async function untilRefused(): Promise<unknown> {
  // RabbitMQ reports a block to a connection when it publishes: the first publish times out.
  return until(
    'publishing is refused',
    async () => {
      const startedAt = performance.now()
      const error = await send('while blocked').then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      return error !== undefined && performance.now() - startedAt < 1_000 && error
    },
    60_000,
  )
}

it('refuses to publish at once while RabbitMQ blocks publishers, keeps consuming, and publishes again afterwards', async () => {
  if (server === undefined) throw new Error('There is no server.')
  const seen: string[] = []
  await using _consumer = await broker.consume(
    analysisRequested,
    'analyzer',
    async (_body, { id }) => void seen.push(id),
  )
  await send('before')
  await until('it is consumed', () => seen.includes('before'))

  await limitMemory(server, 'nothing')
  const refusal = await untilRefused()
  expect(refusal).toMatchObject({ kind: 'unavailable', message: 'RabbitMQ accepts no messages.' })
  await expect(broker.ping()).rejects.toMatchObject({ kind: 'unavailable' })

  await limitMemory(server, 'plenty')
  await untilAccepted()
  await send('after')
  await until('it is consumed', () => seen.includes('after'))
}, 180_000)

it('stops a consumer while RabbitMQ blocks publishers, and what it held is delivered afterwards', async () => {
  if (server === undefined) throw new Error('There is no server.')
  const held = Promise.withResolvers<void>()
  const consumer = await broker.consume(analysisRequested, 'analyzer', async () => {
    held.resolve()
    throw fault('unavailable', 'The dependency is away.')
  })
  await send('held')
  await held.promise
  await limitMemory(server, 'nothing')
  await untilRefused()
  await consumer[Symbol.asyncDispose]()

  await limitMemory(server, 'plenty')
  await untilAccepted()
  const seen: string[] = []
  await using _next = await broker.consume(analysisRequested, 'analyzer', async (_body, { id }) => void seen.push(id))
  await until('it is consumed', () => seen.includes('held'))
}, 180_000)

it('starts a consumer while RabbitMQ blocks publishers, though a message has to be moved first', async () => {
  if (server === undefined) throw new Error('There is no server.')
  await send('interrupted')
  const lost = await amqp.connect(server.url)
  const receiving = await lost.createChannel()
  await until('it is received', () => receiving.get(queueName('', analysisRequested, 'analyzer')))
  await lost.close()
  await send('fresh')
  await limitMemory(server, 'nothing')
  await untilRefused()
  const seen: string[] = []
  await using _consumer = await broker.consume(
    analysisRequested,
    'analyzer',
    async (_body, { id }) => void seen.push(id),
  )
  await until('the other one is consumed', () => seen.includes('fresh'))
  expect(seen).toEqual(['fresh'])

  await limitMemory(server, 'plenty')
  await until('it is moved and consumed', () => seen.includes('interrupted'))
}, 180_000)
