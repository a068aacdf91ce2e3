import { once } from 'node:events'
import type { Server, Socket } from 'node:net'

/**
 * Ends a listening server of a test together with every connection. `closeAllConnections()` covers only those that sent
 * an HTTP request: one that stopped within a handshake would keep the server open forever.
 */
export function trackConnections(server: Server): AsyncDisposable {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
