import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

const first = 20_000
/** Below the ephemeral range, whose ports outgoing connections may take at any time. */
const end = 32_768
const blockSize = 64
const blocks = Math.floor((end - first) / blockSize)
const host = '127.0.0.1'

/** The ports of this process that were not returned yet, behind the one that it listens on to keep others out. */
const own: { ports: number[]; guards: Server[]; taking?: Promise<void> | undefined } = { ports: [], guards: [] }

/**
 * A TCP port of 127.0.0.1 that nothing listens on; never the same port twice, and none that another process is returned:
 * a process takes ports in blocks, and listens on the first one of each block for as long as it lives.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = own.ports.shift()
    if (port === undefined) {
      // Callers that wait together share a block.
      own.taking ??= takeBlock()
      await own.taking
    } else if (await isFree(port, host)) return port
  }
}

/** Throws if other processes have all blocks. */
async function takeBlock(): Promise<void> {
  const from = randomInt(blocks)
  for (let n = 0; n < blocks; n++) {
    const start = first + ((from + n) % blocks) * blockSize
    const guard = await listenOn(start, host)
    if (guard === undefined) continue
    own.guards.push(guard.unref())
    own.ports.push(...Array.from({ length: blockSize - 1 }, (_, index) => start + 1 + index))
    own.taking = undefined
    return
  }
  throw new Error(`There is no free block of ports from ${first} to ${end - 1}.`)
}

/** Whether a server could listen on this port. */
export async function isFree(port: number, host: string): Promise<boolean> {
  const server = await listenOn(port, host)
  if (server === undefined) return false
  await new Promise((resolve) => server.close(resolve))
  return true
}

/** Undefined if the port is in use. */
function listenOn(port: number, host: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(port, host, () => resolve(server))
  })
}
