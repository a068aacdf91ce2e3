import { queueMessages } from '@pagebell/runtime/metrics'
import type { Channel } from 'amqplib'
import { aloneQueue, deadQueue, retryQueue } from './topology.ts'

/** Counts what waits in a consumer's queues whenever somebody collects; nothing while there is no channel to ask. */
export function measureQueues(queue: string, key: string, channel: () => Channel | undefined): Disposable {
  const states = { ready: queue, alone: aloneQueue(queue), retry: retryQueue(queue), dead: deadQueue(queue) }
  return queueMessages.read(async () => {
    const asked = channel()
    if (asked === undefined) return []
    return Promise.all(
      Object.entries(states).map(async ([state, name]) => ({
        value: (await asked.checkQueue(name)).messageCount,
        labels: { 'messaging.destination.name': key, 'pagebell.queue.state': state },
      })),
    )
  })
}
