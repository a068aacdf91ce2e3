import { connect as connectTcp, type Socket } from 'node:net'
import {
  checkServerIdentity,
  connect as connectTls,
  DEFAULT_CIPHERS,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls'
import type { Range } from './blocked-ranges.ts'
import { FetchFailure } from './fetch-failure.ts'
import { checkAddress, type Target } from './judge-url.ts'

/** `validTo` is null if the certificate has no readable date. */
export type TlsFacts = { validTo: string | null; alpn: string | null; authorized: boolean }
export type Connection = { socket: Socket | TLSSocket; tls: TlsFacts | null; remoteAddress: string; connectMs: number }

type ConnectOptions = {
  target: Target
  addresses: readonly string[]
  allow: readonly Range[]
  timeoutMs: number
  /** For reports, in which an expired certificate is a finding and not a failure. */
  acceptAnyCertificate: boolean
}

/**
 * Without finite-field Diffie-Hellman, whose group the server chooses: a group of 10,000 bits blocks the event loop for a
 * second per handshake. Browsers no longer offer it.
 */
const ciphers = `${DEFAULT_CIPHERS}:!kDHE`

/** Connects to one of the checked addresses, never to the name, and then checks the address of the socket. */
export async function connectChecked(options: ConnectOptions, signal: AbortSignal): Promise<Connection> {
  const started = performance.now()
  let failure: unknown
  for (const address of options.addresses.slice(0, 4)) {
    try {
      const socket = await openSocket(options, address, signal)
      const connectMs = performance.now() - started
      const remoteAddress = socket.remoteAddress ?? ''
      try {
        checkAddress(remoteAddress, options.allow, options.target.mustBeAllowed)
      } catch (error) {
        socket.destroy()
        throw error
      }
      if (options.target.url.protocol === 'http:') return { socket, tls: null, remoteAddress, connectMs }
      return { ...(await secure(socket, options, signal)), remoteAddress, connectMs }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof FetchFailure && error.reason !== 'refused' && error.reason !== 'timeout') throw error
      failure = error
    }
  }
  throw failure ?? new FetchFailure('refused', 'The server refused the connection.')
}

async function openSocket(
  { target, timeoutMs }: ConnectOptions,
  address: string,
  signal: AbortSignal,
): Promise<Socket> {
  const { url } = target
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const socket = connectTcp({ host: address, port, noDelay: true })
  await ready(socket, 'connect', timeoutMs, signal, 'refused', 'The server refused the connection.')
  return socket
}

async function secure(
  socket: Socket,
  { target, timeoutMs, acceptAnyCertificate }: ConnectOptions,
  signal: AbortSignal,
) {
  // RFC 6066 section 3: an address is no server name; Node compares the certificate with the host then.
  const name = target.isLiteral ? { host: target.host } : { servername: target.host }
  const rejectUnauthorized = !acceptAnyCertificate
  try {
    const secured = connectTls({
      socket,
      ...name,
      rejectUnauthorized,
      ciphers,
      ALPNProtocols: ['h2', 'http/1.1'],
      checkServerIdentity: checkIdentity,
    })
    await ready(secured, 'secureConnect', timeoutMs, signal, 'tls', 'No secure connection could be made.')
    const alpn = typeof secured.alpnProtocol === 'string' ? secured.alpnProtocol : null
    const validTo = dateOf(secured.getPeerCertificate())
    return { socket: secured, tls: { validTo, alpn, authorized: secured.authorized } }
  } catch (error) {
    socket.destroy()
    if (signal.aborted || error instanceof FetchFailure) throw error
    throw new FetchFailure('tls', 'The certificate cannot be read.', error)
  }
}

/** Node calls this in an event handler, where an exception for a malformed certificate would end the process. */
function checkIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  try {
    return checkServerIdentity(host, certificate)
  } catch (error) {
    return new Error('The certificate cannot be read.', { cause: error })
  }
}

/** A certificate may contain any text instead of a date, for which Node returns "Bad time value". */
function dateOf({ valid_to }: PeerCertificate): string | null {
  const date = new Date(valid_to)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
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
    socket.destroy()
    reject(error)
  }
  // Never removed: a server may reset the connection at any time, also when it is no longer read.
  socket.on('error', () => socket.destroy())
  socket.once('error', onError).once('close', onClose).once(event, onReady)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return promise
}
