import { once } from 'node:events'
import { connect } from 'node:net'

export type Driven = { perSecond: number; p50: number; p99: number }

/**
 * Asks for one thing over and over on so many connections, each waiting for its answer, and counts the answers. Bare
 * sockets: what drives shares the machine with what is driven, and should cost little. Throws for any answer but 200.
 */
export async function drive(
  port: number,
  { path, key, connections, forMs }: { path: string; key: string; connections: number; forMs: number },
): Promise<Driven> {
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nAccept: application/json\r\n\r\n`,
  )
  const took: number[] = []
  const began = performance.now()
  const end = began + forMs

  const one = async (): Promise<void> => {
    const socket = connect(port, '127.0.0.1').setNoDelay()
    await once(socket, 'connect')
    await new Promise<void>((resolve, reject) => {
      let sentAt = performance.now()
      let missing = 0
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('The connection was closed.')))
      socket.on('data', (chunk) => {
        if (missing === 0) missing = wholeLength(chunk)
        missing -= chunk.length
        if (missing > 0) return
        const now = performance.now()
        took.push(now - sentAt)
        if (now >= end) return resolve()
        sentAt = now
        socket.write(request)
      })
      socket.write(request)
    })
    socket.removeAllListeners('close').destroy()
  }
  await Promise.all(Array.from({ length: connections }, one))
  const seconds = (performance.now() - began) / 1_000
  took.sort((a, b) => a - b)
  const at = (part: number): number => took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? Number.NaN
  return { perSecond: took.length / seconds, p50: at(0.5), p99: at(0.99) }
}

/** Bytes of an answer that begins here, its head included: every server of these writes a head in one piece. */
function wholeLength(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || length === undefined)
    throw new Error(`An answer that was not expected: ${head}`)
  return headEnd + 4 + Number(length)
}
