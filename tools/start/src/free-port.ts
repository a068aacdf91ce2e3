import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const first = 20_000
/** Below the ports that systems give to outgoing connections, which may take one at any moment. */
const last = 32_767
const given = new Set<number>()

/** A TCP port of 127.0.0.1 that nothing listens on at this moment; no port twice in one process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last + 1)
    if (given.has(port)) continue
    given.add(port)
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
