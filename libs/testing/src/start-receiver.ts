import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

type Answer = { status: number; headers?: Record<string, string>; body?: string; afterMs?: number }
export type Got = { headers: Record<string, string>; body: string; path: string; at: number }
type ReceivedEvent = { type: string; timestamp: string; data: Record<string, unknown> }

/** A webhook receiver: it records requests and sends the configured responses. */
export async function startReceiver() {
  const got: Got[] = []
  const next: Answer[] = []
  let usual: Answer = { status: 204 }
  let underWay = 0
  let maxConcurrent = 0
  const server = createServer(async (request, response) => {
    maxConcurrent = Math.max(maxConcurrent, ++underWay)
    // Also when the sender has disconnected before the response.
    response.once('close', () => underWay--)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const headers = request.headers as Record<string, string>
    got.push({ headers, body: Buffer.concat(parts).toString(), path: request.url ?? '', at: Date.now() })
    const { status, headers: more, body = '', afterMs = 0 } = next.shift() ?? usual
    const answering = setTimeout(() => response.writeHead(status, more).end(body), afterMs)
    response.once('close', () => clearTimeout(answering))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    got,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    maxConcurrent: () => maxConcurrent,
    /** The next responses, one per request; then the default. */
    answer: (...answers: Answer[]) => void next.push(...answers),
    answerAlways(answer: Answer) {
      usual = answer
    },
    clear() {
      got.length = 0
      next.length = 0
      usual = { status: 204 }
      maxConcurrent = 0
    },
    /** Verifies the signature with a third-party implementation, and parses the event. Throws if it is invalid. */
    verify: (one: Got | undefined, secret: string): ReceivedEvent => {
      if (one === undefined) throw new Error('Nothing has come.')
      return new Webhook(secret).verify(one.body, one.headers) as ReceivedEvent
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
