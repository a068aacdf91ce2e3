import { once } from 'node:events'
import { connect } from 'node:net'

export type Driven = { requests: number; perSecond: number; p50: number; p99: number }

export type Driving = {
  connections: number
  durationMs: number
  /** The next request of a connection, head and body. */
  request: (connection: number) => string
  /** Expected status of the responses. */
  status: 200 | 202
  /** Requests a second of all connections, each timed from when it was due; unlimited by default. */
  perSecond?: number
  /** Receives the first chunk of each response. */
  onResponse?: (chunk: Buffer) => void
}

/**
 * Sends requests on all connections, one at a time on each, and counts the responses. Uses bare sockets to cost little,
 * since the driver shares the machine with what is driven. Throws for a response with another status.
 */
export async function drive(port: number, driving: Driving): Promise<Driven> {
  const { connections, durationMs, request, status, perSecond, onResponse } = driving
  const took: number[] = []
  const began = performance.now()
  const end = began + durationMs

  const one = async (connection: number): Promise<void> => {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    await new Promise<void>((resolve, reject) => {
      let sentAt = 0
      let sent = 0
      let missing = 0
      const write = () => void socket.write(request(connection), 'latin1')
      const sendNext = (): void => {
        const now = performance.now()
        sentAt = perSecond === undefined ? now : began + ((sent * connections + connection) * 1_000) / perSecond
        sent += 1
        if (sentAt > now) setTimeout(write, sentAt - now)
        else write()
      }
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('The connection was closed.')))
      socket.on('data', (chunk) => {
        if (missing === 0) {
          try {
            missing = responseLength(chunk, status)
          } catch (error) {
            return reject(error)
          }
          onResponse?.(chunk)
        }
        missing -= chunk.length
        if (missing > 0) return
        const now = performance.now()
        took.push(now - sentAt)
        if (now >= end) return resolve()
        sendNext()
      })
      sendNext()
    })
    socket.removeAllListeners('close').destroy()
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)))
  const seconds = (performance.now() - began) / 1_000
  took.sort((a, b) => a - b)
  const at = (part: number): number => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? Number.NaN
  return { requests: took.length, perSecond: took.length / seconds, p50: at(0.5), p99: at(0.99) }
}

/** Length of the response that begins here, its head included. All the servers write a head in one chunk. */
function responseLength(chunk: Buffer, status: number): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith(`HTTP/1.1 ${status}`) || length === undefined)
    throw new Error(`Unexpected response: ${chunk.toString('utf8', 0, 2_000)}`)
  return headEnd + 4 + Number(length)
}
