import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Broker, connectBroker } from '@pagebell/broker/broker'
import { listDeadLetters, replayDeadLetters } from '@pagebell/broker/dead-letters'
import { wrap } from '@pagebell/broker/envelope'
import { aloneQueue, deadQueue, exchangeName, markerQueue, movesExchange, retryQueue } from '@pagebell/broker/topology'
import { brokerDefinitions } from '@pagebell/deploy/secrets/broker-users'
import { fault } from '@pagebell/faults/fault'
import { allMessages } from '@pagebell/messages/all-messages'
import { type Message, queueName, routingKey, type ServiceName } from '@pagebell/messages/define-message'
import { planChanged } from '@pagebell/messages/plan-changed'
import { createLog } from '@pagebell/runtime/log'
import { Type } from '@pagebell/schema/type'
import { until } from '@pagebell/testing/until'
import { connect } from 'amqplib'
import { type BrokerWithUsers, publishing, startBrokerWithUsers } from './start-broker-with-users.ts'

const log = createLog('broker moves test', 'silent')
let server: BrokerWithUsers

beforeAll(async () => {
  server = await startBrokerWithUsers()
}, 180_000)

afterAll(() => server?.[Symbol.asyncDispose]())

const connectAs = (user: string): Promise<Broker> => connectBroker({ url: server.urlOf(user), log, service: user })

async function send(message: Message, id: string): Promise<void> {
  await server.attempt('prepare', async (channel) => {
    channel.publish(exchangeName(''), routingKey(message), Buffer.from('{}'), { messageId: id })
  })
}

async function purge(queue: string): Promise<void> {
  for (const name of [queue, aloneQueue(queue), retryQueue(queue), deadQueue(queue)])
    await server.attempt('prepare', (channel) => channel.purgeQueue(name))
}

/** Consumes a message and disconnects without an ack. */
async function interrupt(user: string, queue: string): Promise<void> {
  const connection = await connect(server.urlOf(user))
  const channel = await connection.createChannel()
  const delivered = Promise.withResolvers<void>()
  await channel.consume(queue, () => delivered.resolve())
  await delivered.promise
  await connection.close()
}

const consumed: [ServiceName, Message][] = allMessages.flatMap((message) =>
  message.consumers.map((consumer): [ServiceName, Message] => [consumer, { ...message, schema: Type.Object({}) }]),
)

describe.each(consumed.map(([consumer, message]) => [consumer, message.name, message] as const))(
  'as its own broker user, %s, for %s,',
  (consumer, _name, message) => {
    const queue = queueName(message, consumer)
    beforeEach(() => purge(queue))

    it('retries a message, and dead-letters one that is refused, which the operator replays', async () => {
      const handled: string[] = []
      let isRefused = true
      await using broker = await connectAs(consumer)
      await using _consumer = await broker.consume(message, consumer, async (_body, { id }) => {
        handled.push(id)
        if (id === 'retried' && handled.length === 1) throw new Error('once')
        if (id === 'refused' && isRefused) throw fault('invalid', 'not now')
      })
      await send(message, 'retried')
      await until('it comes again', () => handled.length === 2)
      await send(message, 'refused')
      const list = () => listDeadLetters(server.urlOf('admin'), { queue })
      await until('it is dead', async () => (await list()).counts[queue] === 1)
      isRefused = false
      expect(await replayDeadLetters(server.urlOf('admin'), { queue })).toEqual({ [queue]: 1 })
      await until('it is handled', () => handled.length === 4)
      expect(handled).toEqual(['retried', 'retried', 'refused', 'refused'])
    })

    it('consumes an interrupted message alone, with a marker', async () => {
      await send(message, 'interrupted')
      await interrupt(consumer, queue)
      const marker = () => server.attempt('prepare', (channel) => channel.checkQueue(markerQueue(queue, 'interrupted')))
      const handled: [id: string, marker: string][] = []
      await using broker = await connectAs(consumer)
      await using _consumer = await broker.consume(message, consumer, async (_body, { id }) => {
        handled.push([id, await marker()])
      })
      await until('the marker is gone', async () => handled.length > 0 && (await marker()) === '404')
      expect(handled).toEqual([['interrupted', 'done']])
    })
  },
)

// RabbitMQ delivers by these headers to further routing keys; some versions look only at the first when they decide
// whether a user may publish.
describe.each(['CC', 'BCC'])('a message that reaches a queue through the header %s', (header) => {
  it('is not handled, whatever permissions its producer has', async () => {
    const queue = queueName(planChanged, 'intake')
    await purge(queue)
    const limits = { urls_per_day: null, urls_per_month: null }
    const plan = { account_id: crypto.randomUUID(), limits, version: 2_000_000_000 }
    const { content, properties } = wrap(planChanged, plan, 'smuggled', undefined)
    const handled: string[] = []
    await using broker = await connectAs('intake')
    await using _consumer = await broker.consume(planChanged, 'intake', async (_body, { id }) => void handled.push(id))

    const outcome = await server.attempt('analyzer', async (channel) => {
      const headers = { ...properties.headers, [header]: [routingKey(planChanged)] }
      channel.publish(exchangeName(''), 'page.analyzed.v1', content, { ...properties, headers })
    })
    if (outcome === 'done') {
      const list = () => listDeadLetters(server.urlOf('admin'), { queue })
      const [letter] = await until(
        'it is dead',
        async () => (await list()).letters.length > 0 && (await list()).letters,
      )
      expect(letter).toMatchObject({ id: 'smuggled', error: expect.stringContaining('page.analyzed.v1') })
    } else expect(outcome).toBe('403')
    expect(handled).toEqual([])
  })
})

it('during an upgrade, copies of the previous version move messages through the default exchange', async () => {
  const queue = queueName(planChanged, 'intake')
  const move = () => server.attempt('intake', publishing('', retryQueue(queue)))
  await server.define(brokerDefinitions(server.passwords, { isUpgrade: true }))
  await until('the permissions have changed', async () => (await move()) === 'done')
  expect(await server.attempt('intake', publishing(movesExchange('', 'intake'), retryQueue(queue)))).toBe('done')
  await server.define(brokerDefinitions(server.passwords))
  await until('they have changed back', async () => (await move()) === '403')
})
