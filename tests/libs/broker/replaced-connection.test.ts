import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { keepConnected } from '@pagebell/broker/kept-connection'
import { createPublisher } from '@pagebell/broker/publisher'
import { exchangeName, queueName } from '@pagebell/broker/topology'
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

it('connects again while no message of a routing key is confirmed, and so restores a binding that is gone', async () => {
  const publisher = createPublisher(prefix, log, 300)
  let connections = 0
  await using connected = keepConnected({
    url,
    name: 'replaced connection',
    log,
    setUp: async (connection) => {
      await publisher.setUp(connection)
      connections += 1
    },
    onLost: publisher.lost,
  })
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
