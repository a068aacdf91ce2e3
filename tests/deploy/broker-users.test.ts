import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { deadQueue, declareTopology, exchangeName } from '@pagebell/broker/topology'
import { deployedServices } from '@pagebell/deploy/deployed-services'
import { brokerDefinitions, vhost } from '@pagebell/deploy/secrets/broker-users'
import { allMessages } from '@pagebell/messages/all-messages'
import { queueName, routingKey, type ServiceName } from '@pagebell/messages/define-message'
import type { PrivateServer } from '@pagebell/start/private-server'
import { startRabbitmq } from '@pagebell/start/start-rabbitmq'
import { type Channel, type ChannelModel, connect } from 'amqplib'
import { controlRabbitmq } from '../libs/broker/control-rabbitmq.ts'

const services = deployedServices.filter(({ broker }) => broker).map(({ name }) => name as ServiceName)
const passwords = Object.fromEntries(['prepare', 'admin', ...services].map((name) => [name, `${name}'s own`]))

let folder: string
let server: PrivateServer | undefined
const connections = new Map<string, ChannelModel>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagebell-users-'))
  server = await startRabbitmq(folder)
  if (server === undefined) throw new Error('This test needs RabbitMQ installed on this machine.')
  const definitions = join(folder, 'definitions.json')
  await writeFile(definitions, JSON.stringify(brokerDefinitions(passwords)))
  await controlRabbitmq(server, 'import_definitions', definitions)
  for (const [user, password] of Object.entries(passwords)) {
    const url = new URL(server.url)
    Object.assign(url, { username: user, password: encodeURIComponent(password), pathname: `/${vhost}` })
    connections.set(user, await connect(url.href))
  }
  await declareTopology(await channelOf('prepare'), '')
}, 180_000)

afterAll(async () => {
  for (const connection of connections.values()) await connection.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function channelOf(user: string): Promise<Channel> {
  const channel = await connections.get(user)?.createChannel()
  if (channel === undefined) throw new Error(`${user} is not connected.`)
  return channel
}

/** What RabbitMQ says to it: `done`, or the code with which it closes the channel (403 is ACCESS_REFUSED). */
async function attempt(user: string, work: (channel: Channel) => Promise<unknown>): Promise<string> {
  const channel = await channelOf(user)
  const closed = new Promise<string>((resolve) =>
    channel.once('error', (error: Error & { code?: number }) => resolve(String(error.code))),
  )
  // A publish is answered by nothing but the end of its channel: the question behind it comes back if it was taken.
  const done = work(channel).then(
    () => channel.checkExchange('amq.fanout').then(() => 'done'),
    (error: Error & { code?: number }) => String(error.code),
  )
  const outcome = await Promise.race([closed, done.catch((): Promise<string> => closed)])
  if (outcome === 'done') await channel.close()
  return outcome
}

const publishing = (exchange: string, key: string) => async (channel: Channel) => {
  channel.publish(exchange, key, Buffer.from('{}'))
}
const queues = allMessages.flatMap((message) =>
  message.consumers.map((consumer) => ({ consumer, queue: queueName(message, consumer) })),
)
const keysOf = (own: (producer: string) => boolean) =>
  allMessages.filter(({ producer }) => own(producer)).map((message) => routingKey(message))

describe.each(services)('the broker user of %s', (user) => {
  const mine = queues.filter(({ consumer }) => consumer === user)
  const others = queues.filter(({ consumer }) => consumer !== user)

  it('takes from its own queues, and from nobody else’s', async () => {
    for (const { queue } of mine) expect([queue, await attempt(user, (one) => one.get(queue))]).toEqual([queue, 'done'])
    for (const { queue } of others)
      expect([queue, await attempt(user, (one) => one.get(queue))]).toEqual([queue, '403'])
    for (const { queue } of queues) {
      const dead = deadQueue(queue)
      expect([dead, await attempt(user, (one) => one.get(dead))]).toEqual([dead, '403'])
    }
  })

  it('publishes its own messages, and nobody else’s', async () => {
    const exchange = exchangeName('')
    for (const key of keysOf((producer) => producer === user))
      expect([key, await attempt(user, publishing(exchange, key))]).toEqual([key, 'done'])
    for (const key of keysOf((producer) => producer !== user))
      expect([key, await attempt(user, publishing(exchange, key))]).toEqual([key, '403'])
  })

  it('declares, binds, empties and deletes nothing', async () => {
    const [{ queue } = { queue: '' }] = others
    const tried = [
      await attempt(user, (one) => one.assertQueue('more')),
      await attempt(user, (one) => one.assertExchange('more', 'topic')),
      await attempt(user, (one) => one.bindQueue(queue, exchangeName(''), '#')),
      await attempt(user, (one) => one.purgeQueue(queue)),
      await attempt(user, (one) => one.deleteQueue(queue)),
      await attempt(user, (one) => one.deleteExchange(exchangeName(''))),
    ]
    expect(tried).toEqual(tried.map(() => '403'))
  })
})

it('the broker user of the operator takes dead letters and sends them again, and no more', async () => {
  const [{ queue } = { queue: '' }] = queues
  expect(await attempt('admin', (one) => one.get(deadQueue(queue)))).toBe('done')
  expect(await attempt('admin', publishing('', queue))).toBe('done')
  expect(await attempt('admin', (one) => one.get(queue))).toBe('403')
  expect(await attempt('admin', publishing(exchangeName(''), 'urls.submitted.v1'))).toBe('403')
  expect(await attempt('admin', (one) => one.deleteQueue(queue))).toBe('403')
})
