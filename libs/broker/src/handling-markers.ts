import type { Log } from '@pagebell/runtime/log'
import type { Channel, ChannelModel } from 'amqplib'
import { closeQuietly, isClosed } from './channel-end.ts'
import { delayUnlessAborted } from './pause.ts'
import { markerExpiryMs, markerQueue } from './topology.ts'

/**
 * How long a process that lost its connection has to come back and remove its markers, in milliseconds: two missed
 * heartbeats, the longest pause between two attempts, and as much again for a slow machine.
 */
const returnTimeoutMs = 20_000
const pollMs = 500

/** Markers at the broker of the messages that a process handles alone; they outlive its connection, and the process. */
export type HandlingMarkers = {
  /** Uses this connection from now on. Removes the markers of lost connections, unless this process was frozen. */
  connected(connection: ChannelModel, wasFrozen: boolean): Promise<void>
  /** Handles a message with a marker, which a killed process leaves behind. */
  during(id: string, handle: () => Promise<void>): Promise<void>
  /**
   * True if the process that handled the message last did not come back: its marker is still there after 20 s. False if
   * the marker was removed, if there is none because handling had not begun, or if `signal` ends the wait.
   */
  remains(id: string, signal: AbortSignal): Promise<boolean>
}

/**
 * A marker is a queue without messages, named after the message, that expires by itself. It shows who did not survive a
 * message: a process removes its marker when it has handled the message, or when it has a connection again.
 */
export function createHandlingMarkers(queue: string, log: Log): HandlingMarkers {
  const left = new Set<string>()
  let current: ChannelModel | undefined

  /** Each operation has a channel to itself, since the broker closes it on a refusal. */
  async function attempt<T>(what: string, work: (channel: Channel) => Promise<T>): Promise<T | 'lost' | 'refused'> {
    if (!current) return 'lost'
    try {
      return await onChannel(current, work)
    } catch (error) {
      if (isClosed(error)) return 'lost'
      log.warn({ err: error, queue }, `a marker of a message in progress could not be ${what}`)
      return 'refused'
    }
  }

  const set = (id: string) =>
    attempt('set', (channel) =>
      channel.assertQueue(markerQueue(queue, id), {
        durable: true,
        arguments: { 'x-queue-type': 'quorum', 'x-expires': markerExpiryMs },
      }),
    )

  async function remove(id: string): Promise<void> {
    left.add(id)
    const result = await attempt('removed', (channel) => channel.deleteQueue(markerQueue(queue, id)))
    if (result !== 'lost') left.delete(id)
  }

  async function isSet(id: string): Promise<boolean> {
    const result = await attempt('read', async (channel) => {
      try {
        await channel.checkQueue(markerQueue(queue, id))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    })
    return result === true
  }

  return {
    async connected(connection, wasFrozen) {
      current = connection
      const ids = [...left]
      left.clear()
      if (!wasFrozen) for (const id of ids) await remove(id)
    },

    async during(id, handle) {
      left.add(id)
      if ((await set(id)) === 'refused') left.delete(id)
      try {
        await handle()
      } finally {
        // After an outage the next connection has removed it already.
        if (left.has(id)) await remove(id)
      }
    },

    async remains(id, signal) {
      const endsAt = performance.now() + returnTimeoutMs
      while (await isSet(id)) {
        if (signal.aborted) return false
        if (performance.now() > endsAt) {
          await remove(id)
          return true
        }
        await delayUnlessAborted(pollMs, signal)
      }
      return false
    },
  }
}

async function onChannel<T>(connection: ChannelModel, work: (channel: Channel) => Promise<T>): Promise<T> {
  const channel = await connection.createChannel()
  // The operation that the broker refuses rejects with the same error.
  channel.on('error', () => undefined)
  try {
    return await work(channel)
  } finally {
    await closeQuietly(channel)
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 404
