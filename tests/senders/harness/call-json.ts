import { request } from 'node:http'
import { text } from 'node:stream/consumers'

type Call = { port: number; method: string; path: string; headers?: Record<string, string>; body?: object | undefined }
type Answer = { body: unknown; cookies: string[] }

/** A call of a sender's own API on this machine, under any Host. Throws with the answer unless it is 2xx. */
export async function callJson({ port, method, path, headers = {}, body }: Call): Promise<Answer> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const length =
    sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } }, resolve)
    call.on('error', reject).end(sent)
  })
  const answer = await text(response)
  const { statusCode = 0 } = response
  if (statusCode < 200 || statusCode > 299)
    throw new Error(`${method} ${path}: ${statusCode} ${answer.slice(0, 2_000)}`)
  const isJson = response.headers['content-type']?.includes('json') === true
  return { body: isJson ? (JSON.parse(answer) as unknown) : answer, cookies: response.headers['set-cookie'] ?? [] }
}
