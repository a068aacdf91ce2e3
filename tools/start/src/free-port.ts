import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const first = 20_000
/** Below the ephemeral range, whose ports outgoing connections may take at any time. */
const last = 32_767
const returned = new Set<number>()

/** A TCP port of 127.0.0.1 that nothing listens on; never the same port twice in one process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last + 1)
    if (returned.has(port)) continue
    returned.add(port)
    if (await isFree(port, '127.0.0.1')) return port
  }
}

/** Whether a server could listen on this port. */
export function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
