import http from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import { createLog } from '@pagebell/runtime/log'
import { createHttpServer } from './create-http-server.ts'
import { listen } from './listen.ts'

const log = createLog('test', 'silent')

describe('listen', () => {
  it('while stopping answers what is under way and tells clients to leave', async () => {
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

    const agent = new http.Agent({ keepAlive: true })
    const slow = get(`${server.url}/slow`, agent)
    await begun.promise
    const stopped = server[Symbol.asyncDispose]()
    const late = await get(`${server.url}/quick`, agent)
    go.resolve()

    expect(late).toEqual({ body: 'quick', connection: 'close' })
    expect(await slow).toEqual({ body: 'done', connection: 'close' })
    await stopped
    await expect(get(`${server.url}/quick`, agent)).rejects.toThrow('ECONNREFUSED')
    agent.destroy()
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

async function get(url: string, agent: http.Agent): Promise<{ body: string; connection: string | undefined }> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  http.get(url, { agent }, resolve).on('error', reject)
  const answer = await promise
  return { body: await text(answer), connection: answer.headers.connection }
}
