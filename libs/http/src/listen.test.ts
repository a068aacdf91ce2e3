import { readFileSync } from 'node:fs'
import http from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import { until } from '@pagebell/testing/until'
import { createHttpServer } from './create-http-server.ts'
import { listen } from './listen.ts'

const log = createLog('test', 'silent')

describe('listen', () => {
  it('while stopping completes requests in progress and closes their connections', async () => {
    const app = createHttpServer({ log })
    const begun = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    app.get('/slow', async () => {
      begun.resolve()
      await go.promise
      return 'done'
    })
    app.get('/quick', async () => 'quick')
    const server = await listen(app, { port: 0, host: '127.0.0.1', drainMs: 5_000 })

    const busy = new http.Agent({ keepAlive: true })
    const idle = new http.Agent({ keepAlive: true })
    const early = await get(`${server.url}/quick`, idle)
    const slow = get(`${server.url}/slow`, busy)
    await begun.promise
    const stopped = server[Symbol.asyncDispose]()
    const late = await get(`${server.url}/quick`, idle)
    await expect(get(`${server.url}/quick`, new http.Agent())).rejects.toThrow('ECONNREFUSED')
    go.resolve()

    expect(early).toEqual({ body: 'quick', connection: 'keep-alive' })
    expect(late).toEqual({ body: 'quick', connection: 'close' })
    expect(await slow).toEqual({ body: 'done', connection: 'close' })
    await stopped
    for (const agent of [busy, idle]) agent.destroy()
  })

  it('fails no request of 100 clients with open connections that go on asking while it stops', async () => {
    const app = createHttpServer({ log })
    const atWork = new Set<http.Agent>()
    app.post('/work', async () => {
      await new Promise(setImmediate)
      return {}
    })
    const server = await listen(app, { port: 0, host: '127.0.0.1' })
    const failures: string[] = []
    const client = async () => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      for (;;) {
        const outcome = await post(`${server.url}/work`, agent)
        atWork.add(agent)
        // Nothing listens any more; a client with another address would use it.
        if (outcome === 'ECONNREFUSED') break
        if (outcome !== '200') failures.push(outcome)
        if (failures.length > 200) break
      }
      agent.destroy()
    }
    const clients = Array.from({ length: 100 }, client)
    await until('all are at it', () => atWork.size === 100, 60_000)
    await server[Symbol.asyncDispose]()
    await Promise.all(clients)
    expect(failures).toEqual([])
  }, 120_000)

  it('lets 1,000 clients connect at once, before it has taken the first of them', async () => {
    await using server = await listen(createHttpServer({ log }), { port: 0, host: '127.0.0.1' })
    const clients = Array.from({ length: 1_000 }, () => connect(server.port, '127.0.0.1'))
    // Each connects in a separate tick, and all of them before the event loop gets to the server.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    const states = connectionStates(server.port)
    for (const client of clients) client.destroy()

    expect(states).toEqual(Array.from({ length: 1_000 }, () => 'established'))
  })

  it('answers what is no HTTP with a problem', async () => {
    const app = createHttpServer({ log })
    await using server = await listen(app, { port: 0, host: '127.0.0.1' })
    const socket = connect(server.port, '127.0.0.1')
    socket.write('NONSENSE\r\n\r\n')
    const answer = await text(socket)
    expect(answer).toContain('HTTP/1.1 400 Bad Request')
    expect(answer).toContain('application/problem+json')
  })
})

/** The states of connections to this port of 127.0.0.1, from Linux (proc_net_tcp.txt). */
function connectionStates(port: number): string[] {
  const to = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n')
  const states = rows.map((row) => row.trim().split(/\s+/)).filter(([, , remote]) => remote === to)
  return states.map(([, , , state]) => (state === '01' ? 'established' : `state ${state}`))
}

/** The status, or the code of the error, of one request. */
function post(url: string, agent: http.Agent): Promise<string> {
  return new Promise((resolve) => {
    const sending = http.request(url, { agent, method: 'POST' }, (response) => {
      response.resume().once('end', () => resolve(`${response.statusCode}`))
    })
    sending.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sending.end()
  })
}

async function get(url: string, agent: http.Agent): Promise<{ body: string; connection: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  http.get(url, { agent }, resolve).on('error', reject)
  const answer = await promise
  return { body: await text(answer), connection: answer.headers.connection }
}
