import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { declareTopology } from '@pagebell/broker/topology'
import { deployedServices } from '@pagebell/deploy/deployed-services'
import { brokerDefinitions, vhost } from '@pagebell/deploy/secrets/broker-users'
import type { ServiceName } from '@pagebell/messages/define-message'
import { startRabbitmq } from '@pagebell/start/start-rabbitmq'
import { type Channel, type ChannelModel, connect } from 'amqplib'
import { controlRabbitmq } from '../libs/broker/control-rabbitmq.ts'

export const brokerServices = deployedServices.filter(({ broker }) => broker).map(({ name }) => name as ServiceName)
const passwords = Object.fromEntries(
  ['prepare', 'admin', 'keda', ...brokerServices].map((name) => [name, `${name}'s own`]),
)

/** Starts a private RabbitMQ with all queues, and with the users and permissions of an installation. */
export async function startBrokerWithUsers() {
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-users-'))
  const server = await startRabbitmq(folder)
  if (server === undefined) throw new Error('This test needs RabbitMQ installed on this machine.')
  const connections = new Map<string, ChannelModel>()

  const urlOf = (user: string): string => {
    const url = new URL(server.url)
    Object.assign(url, { username: user, password: encodeURIComponent(passwords[user] ?? ''), pathname: `/${vhost}` })
    return url.href
  }

  async function channelOf(user: string): Promise<Channel> {
    const channel = await connections.get(user)?.createChannel()
    if (channel === undefined) throw new Error(`${user} is not connected.`)
    return channel
  }

  const define = async (definitions: object): Promise<void> => {
    const file = join(folder, 'definitions.json')
    await writeFile(file, JSON.stringify(definitions))
    await controlRabbitmq(server, 'import_definitions', file)
  }

  await define(brokerDefinitions(passwords))
  for (const user of Object.keys(passwords)) connections.set(user, await connect(urlOf(user)))
  await declareTopology(await channelOf('prepare'), '')

  return {
    passwords,
    urlOf,
    channelOf,
    define,

    /** Returns `done`, or the code with which RabbitMQ closes the channel (403 is ACCESS_REFUSED). */
    async attempt(user: string, work: (channel: Channel) => Promise<unknown>): Promise<string> {
      const channel = await channelOf(user)
      const closed = new Promise<string>((resolve) =>
        channel.once('error', (error: Error & { code?: number }) => resolve(String(error.code))),
      )
      // A refused publish closes the channel; otherwise the request after it succeeds.
      const done = work(channel).then(
        () => channel.checkExchange('amq.fanout').then(() => 'done'),
        (error: Error & { code?: number }) => String(error.code),
      )
      const outcome = await Promise.race([closed, done.catch((): Promise<string> => closed)])
      if (outcome === 'done') await channel.close()
      return outcome
    },

    async [Symbol.asyncDispose]() {
      for (const connection of connections.values()) await connection.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type BrokerWithUsers = Awaited<ReturnType<typeof startBrokerWithUsers>>

/** Work for {@link BrokerWithUsers.attempt}. */
export const publishing = (exchange: string, key: string) => async (channel: Channel) => {
  channel.publish(exchange, key, Buffer.from('{}'))
}
