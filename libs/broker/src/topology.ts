import { allMessages } from '@pagebell/messages/all-messages'
import {
  type Message,
  queueName as plainQueueName,
  routingKey,
  type ServiceName,
} from '@pagebell/messages/define-message'
import type { Channel } from 'amqplib'

/** How long a message that failed waits before its next delivery. */
export const retryDelayMs = 2_000

/** A message whose handler has failed this often is dead-lettered. */
export const maxAttempts = 5

/**
 * A message whose consumer was lost this often is dead-lettered. More than attempts, since a broken connection counts
 * like the end of a process; below the delivery limit of the queue.
 */
export const maxInterruptions = 10

/** A message that has ended or frozen this many processes, while handled alone, is dead-lettered at its next delivery. */
export const maxEndedProcesses = 2

export function exchangeName(prefix: string): string {
  return `${prefix}pagebell`
}

/** The queue from which one service takes one message. */
export function queueName(prefix: string, message: Message, service: ServiceName): string {
  return `${prefix}${plainQueueName(message, service)}`
}

/** For messages whose consumer was lost: consumed one at a time, so that one that kills its consumer affects no other. */
export const aloneQueue = (queue: string) => `${queue}.alone`

/**
 * The marker of a message that a process handles alone: an empty queue, named after the message. Cut, since RabbitMQ
 * takes names of up to 255 bytes and closes the connection over a longer one.
 */
export const markerQueue = (queue: string, messageId: string) => `${aloneQueue(queue)}.${messageId}`.slice(0, 200)

/** A marker whose process has ended is deleted by the broker after this time, in milliseconds. */
export const markerExpiryMs = 10 * 60_000

/** Messages wait here for {@link retryDelayMs} and then return to their queue. */
export const retryQueue = (queue: string) => `${queue}.retry`

/** Dead letters, which the operator replays or deletes. */
export const deadQueue = (queue: string) => `${queue}.dead`

/**
 * Through this exchange a service moves messages between its own queues, by their names. It leads to no other queue, so
 * that a broker user needs no right to the default exchange, which leads to all of them.
 */
export function movesExchange(prefix: string, service: ServiceName): string {
  return `${exchangeName(prefix)}.moves.${service}`
}

/** Through this one the operator's commands send dead letters back to the queue that they come from. */
export function replaysExchange(prefix: string): string {
  return `${exchangeName(prefix)}.replays`
}

/** Every queue from which a service consumes; broadcast messages have no lasting ones. */
export function mainQueues(prefix: string): { queue: string; message: Message; service: ServiceName }[] {
  return allMessages.flatMap((message) =>
    message.consumers.map((service) => ({ queue: queueName(prefix, message, service), message, service })),
  )
}

/** Every exchange: the one for messages, then those through which messages are moved. */
function exchanges(prefix: string): { exchange: string; type: 'topic' | 'direct' }[] {
  const consumers = new Set(mainQueues(prefix).map(({ service }) => service))
  const direct = [...[...consumers].map((service) => movesExchange(prefix, service)), replaysExchange(prefix)]
  return [
    { exchange: exchangeName(prefix), type: 'topic' },
    ...direct.map((exchange) => ({ exchange, type: 'direct' as const })),
  ]
}

/**
 * Declares the topology. Loss-free dead-lettering is set by arguments, since a policy may be missing; `at-least-once`
 * needs `reject-publish` (RabbitMQ, "Quorum Queues": Activating at-least-once dead-lettering).
 */
export async function declareTopology(channel: Channel, prefix: string): Promise<void> {
  for (const { exchange, type } of exchanges(prefix)) await channel.assertExchange(exchange, type, { durable: true })
  for (const { queue, message, service } of mainQueues(prefix)) {
    // Replaying and looking at dead letters counts as deliveries, and 4.x would drop them after 20 if nothing were set.
    await declareQueue(channel, deadQueue(queue), { 'x-delivery-limit': 1_000_000_000 })
    await declareQueue(channel, retryQueue(queue), { 'x-message-ttl': retryDelayMs, ...deadLettersTo(queue) })
    // Consumers give up long before 20; the limit is for a consumer that never gets as far as counting.
    const consumed = { 'x-delivery-limit': 20, ...deadLettersTo(deadQueue(queue)) }
    await declareQueue(channel, aloneQueue(queue), consumed)
    await declareQueue(channel, queue, consumed)
    await channel.bindQueue(queue, exchangeName(prefix), routingKey(message))
    await channel.bindQueue(queue, replaysExchange(prefix), queue)
    for (const target of [aloneQueue(queue), retryQueue(queue), deadQueue(queue)])
      await channel.bindQueue(target, movesExchange(prefix, service), target)
  }
}

/** Throws unless everything is there. Needs no right to declare anything. */
export async function checkTopology(channel: Channel, prefix: string): Promise<void> {
  for (const { exchange } of exchanges(prefix)) await channel.checkExchange(exchange)
  for (const { queue } of mainQueues(prefix))
    for (const name of [queue, aloneQueue(queue), retryQueue(queue), deadQueue(queue)]) await channel.checkQueue(name)
}

/** Deletes all that {@link declareTopology} makes, with the messages in it. */
export async function deleteTopology(channel: Channel, prefix: string): Promise<void> {
  for (const { queue } of mainQueues(prefix))
    for (const name of [queue, aloneQueue(queue), retryQueue(queue), deadQueue(queue)]) await channel.deleteQueue(name)
  for (const { exchange } of exchanges(prefix)) await channel.deleteExchange(exchange)
}

async function declareQueue(channel: Channel, queue: string, args: Record<string, unknown>): Promise<void> {
  await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum', ...args } })
}

function deadLettersTo(queue: string) {
  return {
    'x-dead-letter-exchange': '',
    'x-dead-letter-routing-key': queue,
    'x-dead-letter-strategy': 'at-least-once',
    'x-overflow': 'reject-publish',
  }
}
