import amqp, { type Channel, type ChannelModel } from 'amqplib'

/** Works on a channel of the first node that answers, and closes the connection. A connection that is lost meanwhile throws. */
export async function withChannel<T>(urls: string[], work: (channel: Channel) => Promise<T>): Promise<T> {
  const connection = await connectToAny(urls)
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

async function connectToAny(urls: string[]): Promise<ChannelModel> {
  const whys: unknown[] = []
  for (const url of urls) {
    try {
      return await amqp.connect(url, { timeout: 5_000 })
    } catch (error) {
      whys.push(error)
    }
  }
  throw new AggregateError(whys, 'No node of RabbitMQ answers.')
}
