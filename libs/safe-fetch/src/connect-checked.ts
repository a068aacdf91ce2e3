import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Range } from './blocked-ranges.ts'
import { FetchFailure } from './fetch-failure.ts'
import { checkAddress, type Target } from './judge-url.ts'

export type TlsFacts = { validTo: string; alpn: string | null; authorized: boolean }
export type Connection = { socket: Socket | TLSSocket; tls: TlsFacts | null; remoteAddress: string; connectMs: number }

type Wanted = {
  target: Target
  addresses: readonly string[]
  allow: readonly Range[]
  timeoutMs: number
  /** What a report needs: a certificate that has run out is a finding there, not the end. */
  acceptAnyCertificate: boolean
}

/** Connects to one of the addresses that were checked, never to the name, and checks where the socket really is. */
export async function connectChecked(wanted: Wanted, signal: AbortSignal): Promise<Connection> {
  const started = performance.now()
  let failure: unknown
  for (const address of wanted.addresses.slice(0, 4)) {
    try {
      const socket = await openSocket(wanted, address, signal)
      const connectMs = performance.now() - started
      const remoteAddress = socket.remoteAddress ?? ''
      try {
        checkAddress(remoteAddress, wanted.allow, wanted.target.mustBeAllowed)
      } catch (error) {
        socket.destroy()
        throw error
      }
      if (wanted.target.url.protocol === 'http:') return { socket, tls: null, remoteAddress, connectMs }
      return { ...(await secure(socket, wanted, signal)), remoteAddress, connectMs }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof FetchFailure && error.reason !== 'refused' && error.reason !== 'timeout') throw error
      failure = error
    }
  }
  throw failure ?? new FetchFailure('refused', 'The server refused the connection.')
}

async function openSocket({ target, timeoutMs }: Wanted, address: string, signal: AbortSignal): Promise<Socket> {
  const { url } = target
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const socket = connectTcp({ host: address, port, noDelay: true })
  await ready(socket, 'connect', timeoutMs, signal, 'refused', 'The server refused the connection.')
  return socket
}

async function secure(socket: Socket, { target, timeoutMs, acceptAnyCertificate }: Wanted, signal: AbortSignal) {
  const name = target.isLiteral ? {} : { servername: target.host }
  const rejectUnauthorized = !acceptAnyCertificate
  const secured = connectTls({ socket, ...name, rejectUnauthorized, ALPNProtocols: ['h2', 'http/1.1'] })
  await ready(secured, 'secureConnect', timeoutMs, signal, 'tls', 'No secure connection could be made.')
  const alpn = typeof secured.alpnProtocol === 'string' ? secured.alpnProtocol : null
  const validTo = new Date(secured.getPeerCertificate().valid_to).toISOString()
  return { socket: secured, tls: { validTo, alpn, authorized: secured.authorized } }
}

function ready(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  timeoutMs: number,
  signal: AbortSignal,
  reason: 'refused' | 'tls',
  message: string,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(
    () => end(new FetchFailure('timeout', 'The server did not take the connection in time.')),
    timeoutMs,
  )
  const onError = (error: Error) => end(new FetchFailure(reason, message, error))
  const onClose = () => end(new FetchFailure(reason, message))
  const onReady = () => end()
  const onAbort = () => end(signal.reason)
  function end(error?: unknown): void {
    clearTimeout(timer)
    socket.off('error', onError).off('close', onClose).off(event, onReady)
    signal.removeEventListener('abort', onAbort)
    if (error === undefined) {
      resolve()
      return
    }
    socket.on('error', () => socket.destroy())
    socket.destroy()
    reject(error)
  }
  socket.once('error', onError).once('close', onClose).once(event, onReady)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return promise
}
