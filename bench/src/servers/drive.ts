import { once } from 'node:events'
import { connect } from 'node:net'

export type Driven = { requests: number; perSecond: number; p50: number; p99: number }

export type Driving = {
  connections: number
  forMs: number
  /** What a connection asks next, head and body. */
  request: (connection: number) => string
  /** What the answers' first line has to say. */
  status: 200 | 202
  /** So many requests a second in all, each timed from when it was due; as many as are answered if left out. */
  perSecond?: number
  /** Sees the beginning of each answer, head and body as far as they came in one piece. */
  onAnswer?: (chunk: Buffer) => void
}

/**
 * Asks over and over on so many connections, each waiting for its answer, and counts the answers. Bare sockets: what drives
 * shares the machine with what is driven, and should cost little. Throws for an answer of another status.
 */
export async function drive(port: number, driving: Driving): Promise<Driven> {
  const { connections, forMs, request, status, perSecond, onAnswer } = driving
  const took: number[] = []
  const began = performance.now()
  const end = began + forMs

  const one = async (connection: number): Promise<void> => {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    await new Promise<void>((resolve, reject) => {
      let sentAt = 0
      let asked = 0
      let missing = 0
      const write = () => void socket.write(request(connection), 'latin1')
      const ask = (): void => {
        const now = performance.now()
        sentAt = perSecond === undefined ? now : began + ((asked * connections + connection) * 1_000) / perSecond
        asked += 1
        if (sentAt > now) setTimeout(write, sentAt - now)
        else write()
      }
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('The connection was closed.')))
      socket.on('data', (chunk) => {
        if (missing === 0) {
          try {
            missing = wholeLength(chunk, status)
          } catch (error) {
            return reject(error)
          }
          onAnswer?.(chunk)
        }
        missing -= chunk.length
        if (missing > 0) return
        const now = performance.now()
        took.push(now - sentAt)
        if (now >= end) return resolve()
        ask()
      })
      ask()
    })
    socket.removeAllListeners('close').destroy()
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)))
  const seconds = (performance.now() - began) / 1_000
  took.sort((a, b) => a - b)
  const at = (part: number): number => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? Number.NaN
  return { requests: took.length, perSecond: took.length / seconds, p50: at(0.5), p99: at(0.99) }
}

/** Bytes of an answer that begins here, its head included: every server of these writes a head in one piece. */
function wholeLength(chunk: Buffer, status: number): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith(`HTTP/1.1 ${status}`) || length === undefined)
    throw new Error(`An answer that was not expected: ${chunk.toString('utf8', 0, 2_000)}`)
  return headEnd + 4 + Number(length)
}
