import { setTimeout as pause } from 'node:timers/promises'
import type { ConfirmChannel, GetMessage } from 'amqplib'
import { connectToAny } from './connect-to-any.ts'
import { attemptsHeader } from './delivery-count.ts'
import { resend } from './move.ts'
import { deadQueue, mainQueues, replaysExchange } from './topology.ts'

export type DeadLetter = {
  /** The queue whose consumer failed, without the prefix. */
  queue: string
  id: string
  error: string
  /** How often it had been delivered. */
  deliveries: number
  /** RFC 3339, when it was published. */
  published_at: string | null
  body: string
}

export type DeadLetterList = {
  /** Dead letters by queue; empty queues are omitted. */
  counts: Record<string, number>
  letters: DeadLetter[]
}

type Which = {
  prefix?: string
  /** One queue, such as `notifier.urls.submitted.v1`; all when absent. */
  queue?: string
}

/** Lists the oldest dead letters, at most `limit` (100 when absent) of each queue, without removing them. */
export async function listDeadLetters(
  url: string,
  { limit = 100, ...which }: Which & { limit?: number } = {},
): Promise<DeadLetterList> {
  return withChannel(url, async (channel) => {
    const counts: Record<string, number> = {}
    const letters: DeadLetter[] = []
    for (const { queue, name } of queues(which)) {
      const messageCount = await countMessages(channel, deadQueue(queue))
      if (messageCount === 0) continue
      counts[name] = messageCount
      for (let n = 0; n < Math.min(messageCount, limit); n++) {
        const letter = await channel.get(deadQueue(queue))
        if (letter) letters.push(describe(name, letter))
      }
    }
    // None is acknowledged, so that all go back when the channel ends.
    return { counts, letters }
  })
}

/**
 * Requeues the dead letters present at the start, with their delivery counts reset. Each is removed only after the
 * broker has confirmed its copy. Returns the number of requeued messages by queue.
 */
export async function replayDeadLetters(url: string, which: Which = {}): Promise<Record<string, number>> {
  return withChannel(url, async (channel) => {
    const replayed: Record<string, number> = {}
    for (const { queue, name } of queues(which)) {
      const messageCount = await countMessages(channel, deadQueue(queue))
      for (let n = 0; n < messageCount; n++) {
        const letter = await channel.get(deadQueue(queue))
        if (!letter) break
        await sendConfirmed(channel, replaysExchange(which.prefix ?? ''), queue, letter)
        channel.ack(letter)
        replayed[name] = n + 1
      }
    }
    return replayed
  })
}

/**
 * The messages of a quorum queue. RabbitMQ replies 0 as well when the queue's leader takes longer than 250 ms
 * (`rabbit_quorum_queue:stat/1`), so that 0 is believed only of a queue that has no message to get. The message that shows
 * it is not counted until it has gone back, for which a busy broker needs time.
 */
async function countMessages(channel: ConfirmChannel, queue: string): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { messageCount } = await channel.checkQueue(queue)
    if (messageCount > 0) return messageCount
    const message = await channel.get(queue)
    if (!message) return 0
    channel.nack(message)
    await pause(25 * attempt)
  }
  throw new Error(`RabbitMQ does not count the messages of ${queue} in time. Try again when it is less busy.`)
}

function queues({ prefix = '', queue: only }: Which): { queue: string; name: string }[] {
  const all = mainQueues(prefix).map(({ queue }) => ({ queue, name: queue.slice(prefix.length) }))
  if (only === undefined) return all
  const found = all.filter(({ name }) => name === only)
  if (found.length === 0)
    throw new Error(`There is no queue ${only}; there are ${all.map(({ name }) => name).join(', ')}.`)
  return found
}

function describe(queue: string, { content, properties }: GetMessage): DeadLetter {
  const headers: Record<string, unknown> = properties.headers ?? {}
  const publishedAt = headers['cloudEvents:time']
  return {
    queue,
    id: String(properties.messageId ?? ''),
    // Without our header it was RabbitMQ itself that gave up, at the queue's delivery limit.
    error: textOf(headers['x-error']) ?? textOf(headers['x-first-death-reason']) ?? 'unknown',
    deliveries: Number(headers[attemptsHeader] ?? 0),
    published_at: typeof publishedAt === 'string' ? publishedAt : null,
    body: content.toString(),
  }
}

async function sendConfirmed(
  channel: ConfirmChannel,
  exchange: string,
  queue: string,
  letter: GetMessage,
): Promise<void> {
  const fresh = {
    [attemptsHeader]: undefined,
    'x-error': undefined,
    'x-death': undefined,
    'x-first-death-exchange': undefined,
    'x-first-death-queue': undefined,
    'x-first-death-reason': undefined,
  }
  const returned = Promise.withResolvers<never>()
  const onReturn = () => returned.reject(new Error(`The queue ${queue} does not exist.`))
  channel.once('return', onReturn)
  const confirmed = new Promise<void>((resolve, reject) => {
    channel.publish(exchange, queue, letter.content, resend(letter, fresh), (error: Error | null) =>
      error ? reject(error) : resolve(),
    )
  })
  // A message that comes back does so before its confirm.
  await Promise.race([returned.promise, confirmed])
  channel.removeListener('return', onReturn)
}

async function withChannel<T>(url: string, work: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
  const connection = await connectToAny(url, 'dead letters')
  // A lost connection rejects the calls in progress; without a listener the event would end the process.
  connection.on('error', ignoreSinceCallsReject)
  try {
    const channel = await connection.createConfirmChannel()
    const result = await work(channel)
    // Closed by itself, and first: acknowledgements just before a connection's end may not count.
    await channel.close()
    return result
  } finally {
    await connection.close()
  }
}

function textOf(header: unknown): string | undefined {
  return typeof header === 'string' ? header : undefined
}

function ignoreSinceCallsReject(): void {}
