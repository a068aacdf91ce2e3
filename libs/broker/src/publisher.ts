import { type Fault, fault } from '@pagebell/faults/fault'
import type { Log } from '@pagebell/runtime/log'
import { withTimeout } from '@pagebell/runtime/with-timeout'
import type { ChannelModel, ConfirmChannel, Options, Message as Returned } from 'amqplib'
import { endConnection, endWithChannel, isClosed } from './channel-end.ts'
import { ensureTopology } from './ensure-topology.ts'
import { exchangeName } from './topology.ts'

/** Milliseconds after which a missing confirm counts as unknown. */
const confirmTimeoutMs = 5_000

/** Milliseconds without a confirm for a routing key after which the connection is replaced. */
const defaultReplaceAfterMs = 30_000

/** Sends bytes; resolves when a majority of the queue's nodes has them. */
export type Send = (exchange: string, routingKey: string, content: Buffer, properties: Options.Publish) => Promise<void>

export type Publisher = {
  setUp(connection: ChannelModel): Promise<void>
  lost(): void
  send: Send
  /** Throws unless the broker responds on the publishing channel. */
  ping(): Promise<void>
}

/**
 * Publishes on one confirm channel while it is open. Nothing is buffered. The connection is replaced if the messages of
 * a routing key have failed for `replaceAfterMs` without a confirm: the next one may be to another node, and declares
 * queues and bindings that are missing.
 */
export function createPublisher(prefix: string, log: Log, replaceAfterMs = defaultReplaceAfterMs): Publisher {
  let channel: ConfirmChannel | undefined
  let connection: ChannelModel | undefined
  /** Routing keys whose messages fail, and since when. */
  const failing = new Map<string, number>()
  let blocked: string | undefined
  let drained: Promise<void> | undefined
  /** Unroutable messages that were returned and are not yet confirmed, counted by key. */
  const returned = new Map<string, number>()
  // amqplib makes a message's headers the prototype of an object, and V8 gives each prototype a separate hidden class
  // in old space until the next full collection. So one object is reused: publish() reads it before it returns.
  const lent: Record<string, unknown> = {}

  function ready(): ConfirmChannel {
    if (!channel) throw away()
    // The broker does not read from a blocked connection: messages would only fill the socket's buffer.
    if (blocked)
      throw fault('unavailable', 'RabbitMQ accepts no messages.', {
        retryAfterSeconds: 10,
        details: { reason: blocked },
      })
    return channel
  }

  const send: Send = async (exchange, routingKey, content, properties) => {
    ready()
    let isExpired = false
    const sendOnceDrained = async (): Promise<void> => {
      await drained
      if (!isExpired) await confirmed(ready(), exchange, routingKey, content, properties)
    }
    const sending = withTimeout(sendOnceDrained(), confirmTimeoutMs, () => {
      isExpired = true
      return noResponse()
    })
    try {
      await sending
    } catch (error) {
      noteFailure(routingKey, error)
      throw error
    }
  }

  function noteFailure(routingKey: string, error: unknown): void {
    if (connection === undefined || blocked) return
    const since = failing.get(routingKey) ?? performance.now()
    failing.set(routingKey, since)
    if (performance.now() - since < replaceAfterMs) return
    failing.clear()
    log.warn({ err: error, routing_key: routingKey }, 'RabbitMQ confirms no such message: connecting again')
    endConnection(connection, log)
  }

  function confirmed(current: ConfirmChannel, ...[exchange, routingKey, content, properties]: Parameters<Send>) {
    return new Promise<void>((resolve, reject) => {
      const sent = { ...properties, headers: lend(properties.headers) }
      const room = publishIfOpen(current, exchange, routingKey, content, sent, (error: unknown) => {
        if (error) reject(unconfirmed(error))
        else if (takeReturned(keyOf(exchange, routingKey, properties.messageId)))
          reject(fault('internal', `No queue takes ${routingKey}.`))
        else {
          // Even if it comes too late for the sender, the broker is slow and not broken.
          failing.delete(routingKey)
          resolve()
        }
      })
      if (!room) drained ??= untilDrained(current)
    })
  }

  /** The same object each time, with these headers; one that is undefined is not sent. */
  function lend(headers: Record<string, unknown> = {}): Record<string, unknown> {
    for (const name of Object.keys(lent)) lent[name] = undefined
    return Object.assign(lent, headers)
  }

  /** Never rejects, since it is often not awaited. Also resolves when the channel closes; waiting senders then fail. */
  function untilDrained(current: ConfirmChannel): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        current.off('drain', end).off('close', end)
        drained = undefined
        resolve()
      }
      current.on('drain', end).on('close', end)
    })
  }

  function takeReturned(key: string): boolean {
    const times = returned.get(key)
    if (times === undefined) return false
    if (times === 1) returned.delete(key)
    else returned.set(key, times - 1)
    return true
  }

  return {
    send,

    async setUp(opened) {
      await ensureTopology(opened, prefix)
      const fresh = await opened.createConfirmChannel()
      endWithChannel(opened, fresh, log)
      fresh.on('return', ({ fields, properties }: Returned) => {
        const key = keyOf(fields.exchange, fields.routingKey, properties.messageId)
        returned.set(key, (returned.get(key) ?? 0) + 1)
      })
      opened.on('blocked', (reason) => {
        blocked = reason
      })
      opened.on('unblocked', () => {
        blocked = undefined
      })
      channel = fresh
      connection = opened
    },

    lost() {
      channel = undefined
      connection = undefined
      blocked = undefined
      returned.clear()
      failing.clear()
    },

    async ping() {
      const current = ready()
      await withTimeout(
        Promise.try(() => current.checkExchange(exchangeName(prefix))),
        confirmTimeoutMs,
        noResponse,
      )
    },
  }
}

function keyOf(exchange: string, routingKey: string, id: string | undefined): string {
  return `${exchange} ${routingKey} ${id ?? ''}`
}

/** A connection that is being closed takes no more messages, and is lost only when that is done. */
function publishIfOpen(channel: ConfirmChannel, ...message: Parameters<ConfirmChannel['publish']>): boolean {
  try {
    return channel.publish(...message)
  } catch (error) {
    throw isClosed(error) ? away(error) : error
  }
}

const away = (cause?: unknown): Fault => fault('unavailable', 'RabbitMQ is away.', { retryAfterSeconds: 2, cause })

/** The broker refused the message (nack), or the channel closed before the confirm. Either way it may be stored. */
function unconfirmed(cause: unknown): Fault {
  return fault('unavailable', 'RabbitMQ did not confirm the message.', {
    retryAfterSeconds: 2,
    details: { outcome: 'unknown' },
    cause,
  })
}

/** A late confirm is unknown, not failed. */
const noResponse = (): Fault => unconfirmed(new Error(`No response within ${confirmTimeoutMs} ms.`))
