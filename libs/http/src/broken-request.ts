import type { Socket } from 'node:net'

/** Responds to what Node could not parse as HTTP, and to requests that were too slow: fastify runs no hook for them. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, title, code, message } = answerTo(error.code)
  const body = JSON.stringify({ type: 'about:blank', title, status, detail: message, code, message })
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function answerTo(code: string | undefined) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: 408, title: 'Request Timeout', code: 'too_slow', message: 'The request took too long to arrive.' }
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return {
      status: 431,
      title: 'Request Header Fields Too Large',
      code: 'headers_too_large',
      message: 'The headers are longer than 16 KiB.',
    }
  }
  return { status: 400, title: 'Bad Request', code: 'malformed', message: 'This is not an HTTP request.' }
}
