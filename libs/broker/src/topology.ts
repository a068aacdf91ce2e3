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

/** A message whose handler has failed this often is a dead letter. */
export const attemptsAtMost = 5

/**
 * So is one whose consumer went away with it this often and never lived through it. More than attempts, since a connection
 * that breaks counts as much as a process that dies; below the limit of the queue itself.
 */
export const interruptionsAtMost = 10

export function exchangeName(prefix: string): string {
  return `${prefix}pagebell`
}

/** The queue from which one service takes one message. */
export function queueName(prefix: string, message: Message, service: ServiceName): string {
  return `${prefix}${plainQueueName(message, service)}`
}

/** Delivered once and not finished: taken one by one, so that the one that kills its consumer kills no other's chances. */
export const aloneQueue = (queue: string) => `${queue}.alone`

/** Waits here for {@link retryDelayMs}, and goes back to its queue by itself. */
export const retryQueue = (queue: string) => `${queue}.retry`

/** Where what cannot be done waits for a person. */
export const deadQueue = (queue: string) => `${queue}.dead`

/** Every queue from which a service consumes; broadcast messages have no lasting ones. */
export function mainQueues(prefix: string): { queue: string; message: Message }[] {
  return allMessages.flatMap((message) =>
    message.consumers.map((service) => ({ queue: queueName(prefix, message, service), message })),
  )
}

/**
 * Declares everything. Loss-free dead-lettering is asked for by arguments, since a policy may be missing; `at-least-once`
 * needs `reject-publish` (RabbitMQ, "Quorum Queues": Activating at-least-once dead-lettering).
 */
export async function declareTopology(channel: Channel, prefix: string): Promise<void> {
  const exchange = exchangeName(prefix)
  await channel.assertExchange(exchange, 'topic', { durable: true })
  for (const { queue, message } of mainQueues(prefix)) {
    // Replaying and looking at dead letters counts as deliveries, and 4.x would drop them after 20 if nothing were set.
    await declareQueue(channel, deadQueue(queue), { 'x-delivery-limit': 1_000_000_000 })
    await declareQueue(channel, retryQueue(queue), { 'x-message-ttl': retryDelayMs, ...deadLettersTo(queue) })
    // Consumers give up long before 20; the limit is for a consumer that never gets as far as counting.
    const consumed = { 'x-delivery-limit': 20, ...deadLettersTo(deadQueue(queue)) }
    await declareQueue(channel, aloneQueue(queue), consumed)
    await declareQueue(channel, queue, consumed)
    await channel.bindQueue(queue, exchange, routingKey(message))
  }
}

/** Throws unless everything is there. Needs no right to declare anything. */
export async function checkTopology(channel: Channel, prefix: string): Promise<void> {
  await channel.checkExchange(exchangeName(prefix))
  for (const { queue } of mainQueues(prefix))
    for (const name of [queue, aloneQueue(queue), retryQueue(queue), deadQueue(queue)]) await channel.checkQueue(name)
}

/** Deletes all that {@link declareTopology} makes, with the messages in it. */
export async function deleteTopology(channel: Channel, prefix: string): Promise<void> {
  for (const { queue } of mainQueues(prefix))
    for (const name of [queue, aloneQueue(queue), retryQueue(queue), deadQueue(queue)]) await channel.deleteQueue(name)
  await channel.deleteExchange(exchangeName(prefix))
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
