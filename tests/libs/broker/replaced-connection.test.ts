import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createConsumer } from '@pagebell/broker/consumer'
import { wrap } from '@pagebell/broker/envelope'
import { type KeptConnection, keepConnected } from '@pagebell/broker/kept-connection'
import { mover } from '@pagebell/broker/move'
import { createPublisher, type Publisher } from '@pagebell/broker/publisher'
import { exchangeName, movesExchange, queueName, retryQueue } from '@pagebell/broker/topology'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { routingKey } from '@pagebell/messages/define-message'
import { createLog } from '@pagebell/runtime/log'
import { testBroker } from '@pagebell/testing/test-broker'
import { until } from '@pagebell/testing/until'
import amqp, { type Channel, type ChannelModel } from 'amqplib'

const { url, prefix, cleanUp } = testBroker()
const log = createLog('replaced connection', 'silent')
const exchange = exchangeName(prefix)
const key = routingKey(analysisRequested)
const queue = queueName(prefix, analysisRequested, 'analyzer')
let operator: ChannelModel
let channel: Channel

beforeAll(async () => {
  operator = await amqp.connect(url)
  channel = await operator.createChannel()
})

afterAll(async () => {
  await operator.close()
  await cleanUp()
})

const connect = (setUp: (connection: ChannelModel) => Promise<void>, onLost = () => {}): KeptConnection =>
  keepConnected({ url, name: 'replaced connection', log, setUp, onLost })

const connectPublisher = (publisher: Publisher): KeptConnection => connect(publisher.setUp, publisher.lost)

it('connects again while no message of a routing key is confirmed, and so restores a binding that is gone', async () => {
  const publisher = createPublisher(prefix, log, 300)
  let connections = 0
  await using connected = connect(async (connection) => {
    await publisher.setUp(connection)
    connections += 1
  }, publisher.lost)
  await connected.firstRound
  const send = () => publisher.send(exchange, key, Buffer.from('{}'), { mandatory: true, messageId: 'one' })
  await send()
  await channel.unbindQueue(queue, exchange, key)
  await expect(send()).rejects.toMatchObject({ kind: 'internal' })
  await until('a message is confirmed again', () =>
    send().then(
      () => true,
      () => false,
    ),
  )
  expect(connections).toBe(2)
  expect((await channel.purgeQueue(queue)).messageCount).toBe(2)
})

it('is away, for who publishes while it is being closed', async () => {
  const publisher = createPublisher(prefix, log)
  const connection = await amqp.connect(url)
  await publisher.setUp(connection)
  const closing = connection.close()
  await expect(publisher.send(exchange, key, Buffer.from('{}'), {})).rejects.toMatchObject({ kind: 'unavailable' })
  await closing
})

it('is awaited by a message that has to be moved to a queue without a binding', async () => {
  const moves = movesExchange(prefix, 'analyzer')
  const publisher = createPublisher(prefix, log, 300)
  await using publishing = connectPublisher(publisher)
  await publishing.firstRound
  let attempts = 0
  const handler = async (): Promise<void> => {
    attempts += 1
    if (attempts === 1) throw new Error('not yet')
  }
  const move = mover(publisher.send, moves, log)
  await using consumer = createConsumer({ queue, message: analysisRequested, handler, move, log })
  await channel.unbindQueue(retryQueue(queue), moves, retryQueue(queue))
  const body = { run_id: crypto.randomUUID(), report_id: crypto.randomUUID(), url: 'https://example.com/' }
  const { content, properties } = wrap(analysisRequested, body, 'moved', undefined)
  await publisher.send(exchange, key, content, properties)
  await using consuming = connect(consumer.setUp)
  await consuming.firstRound
  await until('it is tried again', () => attempts === 2)
})
