import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { RoundSettings } from '../compare.ts'
import { startIntake } from '../intake/start-intake.ts'
import { submitRequest } from '../intake/submit-request.ts'
import { compareServers, type ServerFigures } from '../servers/compare-servers.ts'
import { type Driven, drive } from '../servers/drive.ts'
import { startServers } from '../servers/start-servers.ts'

export type Slow = { slow: number; figures: ServerFigures[]; p99Ratio: number }

const slow = 500
const connections = 50
/** Between two bytes of a slow connection. */
const byteIntervalMs = 250

/** Intake on 50 connections, alone and beside 500 connections that send a body byte by byte. */
export async function measureSlow(settings: RoundSettings, running: AsyncDisposableStack): Promise<Slow> {
  const servers = await startServers(running)
  const { port, pid, tokens } = await startIntake(running, servers, connections)
  let number = 100_000_000
  const request = (place: number): string =>
    submitRequest(tokens[place % tokens.length] ?? '', port, [`https://example.com/articles/page-${number++}`])
  const driving = { connections, request, status: 202 as const }
  const pids = { node: pid, ...servers.pids }
  const figures = await compareServers(
    [
      { name: 'alone', pids, drive: (durationMs) => drive(port, { ...driving, durationMs }) },
      {
        name: `beside ${slow} slow connections`,
        pids,
        drive: (durationMs) => besideSlow(port, tokens, () => drive(port, { ...driving, durationMs })),
      },
    ],
    settings,
  )
  const [alone, beside] = figures
  return { slow, figures, p99Ratio: (beside?.p99 ?? Number.NaN) / (alone?.p99 ?? Number.NaN) }
}

/** Throws unless all slow connections are still open and without a response when the work is done. */
async function besideSlow(port: number, tokens: readonly string[], work: () => Promise<Driven>): Promise<Driven> {
  const sockets = await Promise.all(
    Array.from({ length: slow }, (_, place) => openSlow(port, tokens[place % tokens.length])),
  )
  let closed = 0
  for (const socket of sockets) {
    socket.on('data', () => socket.destroy())
    socket.on('close', () => closed++)
  }
  const sending = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, byteIntervalMs)
  try {
    const driven = await work()
    if (closed > 0) throw new Error(`${closed} of ${slow} slow connections were closed while the others were timed.`)
    return driven
  } finally {
    clearInterval(sending)
    for (const socket of sockets) socket.destroy()
  }
}

/** Opens a connection and sends a request's head and the beginning of its body. */
async function openSlow(port: number, token: string | undefined): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay()
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  const head = `POST /api/hooks/${token}/submit HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n`
  socket.write(`${head}Content-Length: 1000\r\n\r\n{"urls":["`)
  return socket
}
