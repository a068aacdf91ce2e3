import { connectToAny } from '@pagebell/broker/connect-to-any'
import type { Channel } from 'amqplib'

/** Runs `work` on a channel of the first reachable node, then closes the connection. Throws if the connection is lost. */
export async function withChannel<T>(urls: string[], work: (channel: Channel) => Promise<T>): Promise<T> {
  const connection = await connectToAny(urls.join(','), 'fault harness')
  const { promise: lost, reject } = Promise.withResolvers<never>()
  let isOpen = true
  connection.on('error', reject)
  connection.on('close', () => {
    isOpen = false
  })
  const working = async () => work(await connection.createChannel())
  try {
    return await Promise.race([working(), lost])
  } finally {
    if (isOpen) await Promise.race([connection.close(), lost])
  }
}
