import { request as httpRequest } from 'node:http'

export type Sent = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: Buffer | string }

/**
 * The status that a request gets from this address of the machine (all of 127.0.0.0/8 are its own), on a new
 * connection; undefined if it ended before the response. The body of the response is discarded.
 */
export function sendFrom(address: string, url: string, { method, headers, body }: Sent): Promise<number | undefined> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { method, headers: { ...headers, ...length }, localAddress: address, agent: false, timeout: 30_000 }
    const sending = httpRequest(url, options, (answer) => {
      answer.resume()
      answer.once('close', () => resolve(answer.statusCode))
    })
    sending.once('timeout', () => sending.destroy())
    sending.once('error', () => resolve(undefined))
    sending.end(body)
  })
}

/** An address for each number, 250 to a network of this machine's own: 127.7.0.1, 127.7.0.2 and so on. */
export function addressOf(number: number): string {
  return `127.7.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`
}
