import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { announcedBytes } from './announced-bytes.ts'
import type { HttpServer } from './http-server.ts'

/** A body of up to this size is read completely, so that the connection serves the next request. */
const maxRestBytes = 256 * 1_024

/** What is read of a longer one before the connection closes: many clients read no response before they sent all. */
const maxLingerBytes = 8 * 1_024 * 1_024
const maxReadMs = 5_000

/**
 * Leaves the connection usable, or closes it, where the response comes before the body was read (415, 413, 401, 404,
 * 503). An unread body blocks the next request on the same connection, which may be another client's: proxies and the
 * gateway share their connections among clients.
 */
export function settleUnreadBodies(app: HttpServer): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    settleUnreadBody(request, reply)
    done(null, payload)
  })
}

/** The same for one response where no hook runs. Call it before the response is sent. */
export function settleUnreadBody(request: FastifyRequest, reply: FastifyReply): void {
  const body = request.raw
  if (body.readableEnded) return
  const announced = announcedBytes(body.headers)
  if (announced === 0) return

  body.unpipe()
  // All of it has arrived, or a test has injected the request.
  if (body.complete !== false) body.resume()
  else {
    if (announced > maxRestBytes) void reply.header('connection', 'close')
    const closes = reply.getHeader('connection') === 'close'
    if (closes) linger(body)
    readRest(body, reply.raw, closes ? maxLingerBytes : maxRestBytes)
  }
}

/** Reads and discards the rest, up to this size and for `maxReadMs`; then the connection is destroyed. */
function readRest(body: IncomingMessage, answer: ServerResponse, maxBytes: number): void {
  const { socket } = body
  const destroy = () => {
    body.pause()
    if (!answer.writableFinished) answer.once('finish', destroy)
    else if (socket.writableEnded && !socket.writableFinished) socket.once('finish', () => socket.destroy())
    else socket.destroy()
  }
  const timer = setTimeout(destroy, maxReadMs).unref()
  let left = maxBytes
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) destroy()
  })
  // unpipe() leaves the stream paused.
  body.resume()
  body.once('end', () => clearTimeout(timer))
  body.once('close', () => clearTimeout(timer))
}

/**
 * Closes the connection in stages (RFC 9112 9.6). Node destroys it as soon as the response is written: data that the
 * client still sends then causes a reset, which may discard the response before the client has read it.
 */
function linger(body: IncomingMessage): void {
  const { socket } = body
  const destroySoon = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    socket.end()
    if (body.readableEnded) destroySoon()
    else body.once('end', destroySoon)
  }
}
