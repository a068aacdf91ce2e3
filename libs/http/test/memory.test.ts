import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { until } from '@pagebell/testing/until'

const program = fileURLToPath(new URL('serve-small.ts', import.meta.url))

let server: ChildProcess
let port: string

beforeEach(async () => {
  server = spawn(process.execPath, ['--max-old-space-size=64', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (server.stdout === null) throw new Error('The server has no output.')
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  port = line
})

afterEach(async () => {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'exit')
})

const large = JSON.stringify({
  urls: Array.from({ length: 9_000 }, (_, n) => `https://example.com/${n}/${'a'.repeat(400)}`),
})
const small = JSON.stringify({ urls: ['https://example.com/'] })

it('turns large bodies away instead of running out of memory, and serves the small and the next', async () => {
  const flood = await Promise.all(Array.from({ length: 80 }, () => post('/urls', large)))
  const counts = Map.groupBy(flood, (status) => status)
  expect(counts.get(503)?.length).toBeGreaterThan(0)
  // On a busy machine some do not arrive in time.
  expect([...counts.keys()].filter((status) => ![200, 408, 503].includes(status))).toEqual([])
  expect(await post('/urls', small)).toBe(200)
  expect(await post('/urls', large)).toBe(200)
}, 120_000)

it('takes nothing in when memory is nearly used up, and lives', async () => {
  await until('memory is nearly used up', async () => (await post('/keep', small)) === 503, 90_000)
  expect(await post('/urls', small)).toBe(503)
  expect(server.exitCode).toBeNull()
}, 120_000)

/** The status that was answered, also where the server answers before it has read the whole body. */
function post(path: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sending = request({ port, host: '127.0.0.1', path, method: 'POST', headers, agent: false })
    sending.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.resume()
    })
    // After an early answer the connection may break while the rest is being sent.
    sending.on('error', reject)
    sending.end(body)
  })
}
