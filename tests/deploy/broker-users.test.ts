import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  aloneQueue,
  deadQueue,
  exchangeName,
  movesExchange,
  replaysExchange,
  retryQueue,
} from '@pagebell/broker/topology'
import { allMessages } from '@pagebell/messages/all-messages'
import { queueName, routingKey } from '@pagebell/messages/define-message'
import { type BrokerWithUsers, brokerServices, publishing, startBrokerWithUsers } from './start-broker-with-users.ts'

let broker: BrokerWithUsers
const attempt: BrokerWithUsers['attempt'] = (user, work) => broker.attempt(user, work)

beforeAll(async () => {
  broker = await startBrokerWithUsers()
}, 180_000)

afterAll(() => broker?.[Symbol.asyncDispose]())

const queues = allMessages.flatMap((message) =>
  message.consumers.map((consumer) => ({ consumer, queue: queueName(message, consumer) })),
)
const keysOf = (matches: (producer: string) => boolean) =>
  allMessages.filter(({ producer }) => matches(producer)).map((message) => routingKey(message))

describe.each(brokerServices)('the broker user of %s', (user) => {
  const ownQueues = queues.filter(({ consumer }) => consumer === user)
  const others = queues.filter(({ consumer }) => consumer !== user)

  it('consumes only from its own queues', async () => {
    for (const { queue } of ownQueues)
      expect([queue, await attempt(user, (one) => one.get(queue))]).toEqual([queue, 'done'])
    for (const { queue } of others)
      expect([queue, await attempt(user, (one) => one.get(queue))]).toEqual([queue, '403'])
    for (const { queue } of queues) {
      const dead = deadQueue(queue)
      expect([dead, await attempt(user, (one) => one.get(dead))]).toEqual([dead, '403'])
    }
  })

  it('publishes only its own messages', async () => {
    const exchange = exchangeName('')
    for (const key of keysOf((producer) => producer === user))
      expect([key, await attempt(user, publishing(exchange, key))]).toEqual([key, 'done'])
    for (const key of keysOf((producer) => producer !== user))
      expect([key, await attempt(user, publishing(exchange, key))]).toEqual([key, '403'])
  })

  it('cannot publish to a queue through the default exchange', async () => {
    for (const { queue } of queues) {
      for (const name of [queue, aloneQueue(queue), retryQueue(queue), deadQueue(queue)])
        expect([name, await attempt(user, publishing('', name))]).toEqual([name, '403'])
    }
  })

  it('moves messages only through its own moves exchange', async () => {
    for (const consumer of new Set(queues.map((one) => one.consumer))) {
      const outcome = await attempt(user, publishing(movesExchange('', consumer), 'the key of no queue'))
      expect([consumer, outcome]).toEqual([consumer, consumer === user ? 'done' : '403'])
    }
    expect(await attempt(user, publishing(replaysExchange(''), 'the key of no queue'))).toBe('403')
  })

  it('cannot declare, bind, purge or delete anything', async () => {
    const [{ queue } = { queue: '' }] = others
    const tried = [
      await attempt(user, (one) => one.assertQueue('more')),
      await attempt(user, (one) => one.assertExchange('more', 'topic')),
      await attempt(user, (one) => one.bindQueue(queue, exchangeName(''), '#')),
      await attempt(user, (one) => one.bindQueue(queue, movesExchange('', 'intake'), queue)),
      await attempt(user, (one) => one.purgeQueue(queue)),
      await attempt(user, (one) => one.deleteQueue(queue)),
      await attempt(user, (one) => one.deleteExchange(exchangeName(''))),
    ]
    expect(tried).toEqual(tried.map(() => '403'))
  })
})

it('the broker user of the operator can only read and replay dead letters', async () => {
  const [{ queue } = { queue: '' }] = queues
  expect(await attempt('admin', (one) => one.get(deadQueue(queue)))).toBe('done')
  expect(await attempt('admin', publishing(replaysExchange(''), queue))).toBe('done')
  expect(await attempt('admin', publishing('', queue))).toBe('403')
  expect(await attempt('admin', publishing(movesExchange('', 'intake'), queue))).toBe('403')
  expect(await attempt('admin', (one) => one.get(queue))).toBe('403')
  expect(await attempt('admin', publishing(exchangeName(''), 'urls.submitted.v1'))).toBe('403')
  expect(await attempt('admin', (one) => one.deleteQueue(queue))).toBe('403')
})

it('the broker user of KEDA can only ask for the length of a queue', async () => {
  for (const { queue } of queues) {
    expect([queue, await attempt('keda', (one) => one.checkQueue(queue))]).toEqual([queue, 'done'])
    expect([queue, await attempt('keda', (one) => one.get(queue))]).toEqual([queue, '403'])
    expect([queue, await attempt('keda', (one) => one.purgeQueue(queue))]).toEqual([queue, '403'])
    expect([queue, await attempt('keda', (one) => one.deleteQueue(queue))]).toEqual([queue, '403'])
    expect([queue, await attempt('keda', publishing('', queue))]).toEqual([queue, '403'])
  }
  expect(await attempt('keda', publishing(exchangeName(''), 'urls.submitted.v1'))).toBe('403')
  expect(await attempt('keda', (one) => one.assertQueue('more'))).toBe('403')
})
