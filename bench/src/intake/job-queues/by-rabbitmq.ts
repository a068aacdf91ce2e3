import { connect } from 'amqplib'
import { Redis } from 'ioredis'
import type { Enqueue } from '../hook-app.ts'

/** RabbitMQ behind SET NX in Redis: one confirmed message a request in a quorum queue. A crash between the two loses URLs. */
export async function byRabbitmq(amqpUrl: string, redisUrl: string, queue: string): Promise<Enqueue> {
  const redis = new Redis(redisUrl)
  const channel = await (await connect(amqpUrl)).createConfirmChannel()
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  return async ({ id, urls }) => {
    const pipeline = redis.pipeline()
    for (const url of urls) pipeline.set(`seen:${url}`, id, 'EX', 600, 'NX')
    const fresh = ((await pipeline.exec()) ?? []).map(([error, reply]) => {
      if (error !== null) throw error
      return reply === 'OK'
    })
    const stored = urls.filter((_, place) => fresh[place])
    if (stored.length > 0) {
      const body = Buffer.from(JSON.stringify({ batch_id: id, urls: stored }))
      await new Promise<void>((resolve, reject) => {
        channel.sendToQueue(queue, body, { persistent: true, messageId: id }, (error) =>
          error ? reject(error as Error) : resolve(),
        )
      })
    }
    return fresh
  }
}
