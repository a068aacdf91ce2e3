import type { Channel } from 'amqplib'
import { queueMessages } from './metrics.ts'
import { aloneQueue, deadQueue, retryQueue } from './topology.ts'

/** Reports the lengths of a consumer's queues on collection, while its channel is open. */
export function measureQueues(queue: string, key: string, channel: () => Channel | undefined): Disposable {
  const states = { ready: queue, alone: aloneQueue(queue), retry: retryQueue(queue), dead: deadQueue(queue) }
  return queueMessages.read(async () => {
    const current = channel()
    if (current === undefined) return []
    return Promise.all(
      Object.entries(states).map(async ([state, name]) => ({
        value: (await current.checkQueue(name)).messageCount,
        labels: { 'messaging.destination.name': key, 'pagebell.queue.state': state },
      })),
    )
  })
}
