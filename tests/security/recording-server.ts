import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RecordingServer = AsyncDisposable & {
  url: string
  /** Every request as it came: its first line, its headers and its body. */
  requests: string[]
  /** What the next ones are answered; 200 and a small page when there is nothing left. */
  answers: { status: number; body: string }[]
}

/** Stands for any external server: an engine, a customer's page. Records every request. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: string[] = []
  const answers: RecordingServer['answers'] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const lines = [`${request.method} ${request.url}`, request.rawHeaders.join('\n'), Buffer.concat(parts).toString()]
      requests.push(lines.join('\n'))
      const page = '<!doctype html><html lang="en"><title>A page about plum cakes</title><h1>Plum cakes</h1></html>'
      const { status, body } = answers.shift() ?? { status: 200, body: page }
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body)
    })
  })
  // The client ends its connections: on a busy machine a request may come just as one times out.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
