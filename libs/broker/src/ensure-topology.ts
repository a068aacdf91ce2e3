import type { Channel, ChannelModel } from 'amqplib'
import { checkTopology, declareTopology } from './topology.ts'

/** AMQP 0-9-1, "access-refused". */
const accessRefused = 403

/**
 * Declares the topology. A user without the permission to declare only checks that it exists: an operator who restricts
 * a service declares it beforehand. Throws if something is missing.
 */
export async function ensureTopology(connection: ChannelModel, prefix: string): Promise<void> {
  try {
    await onChannel(connection, (channel) => declareTopology(channel, prefix))
  } catch (error) {
    if ((error as { code?: unknown }).code !== accessRefused) throw error
    await onChannel(connection, (channel) => checkTopology(channel, prefix))
  }
}

/** Runs on a separate channel: a refusal closes the channel, and the connection must stay open. */
async function onChannel(connection: ChannelModel, work: (channel: Channel) => Promise<void>): Promise<void> {
  const channel = await connection.createChannel()
  let refusal: unknown
  channel.once('error', (error) => {
    refusal = error
  })
  try {
    await work(channel)
  } catch (error) {
    // The event carries the broker's code; the rejected call may not.
    throw refusal ?? error
  }
  await channel.close()
}
