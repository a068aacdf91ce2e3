import type { Socket } from 'node:net'

const pieceBytes = 4_096

/**
 * Hands its reader 4 KB at a time, and nothing once it is destroyed. undici looks whether it has given up between two reads
 * only: of the 16,000 empty headers that fit into one of 64 KB, it makes an error each, which takes half a second.
 */
export function readInPieces(socket: Socket): Socket {
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    if (socket.destroyed) return null
    return read(size ?? (socket.readableLength > pieceBytes ? pieceBytes : undefined))
  }
  return socket
}
