import { describe, expect, it } from '@jest/globals'
import { fault } from '@pagebell/faults/fault'
import { createLog } from '@pagebell/runtime/log'
import { currentTraceparent, inTrace } from '@pagebell/runtime/trace'
import { connectRpc } from '../src/connect-rpc.ts'
import { Channels } from '../src/contracts.ts'
import { type Handler, implement, serveRpc } from '../src/serve-rpc.ts'

const log = createLog('probe', 'silent')
const internalToken = 'a secret between services'
type GetKey = Handler<typeof Channels, 'getIndexNowKey'>
const asked = { account_id: 'a', project_id: 'p', host: 'example.com' }

async function serve(getIndexNowKey: GetKey, port = 0) {
  return serveRpc({ port, internalToken, log, services: [implement(Channels, { getIndexNowKey })] })
}

const connect = (port: number, token = internalToken) =>
  connectRpc(Channels, { address: `127.0.0.1:${port}`, internalToken: token })

describe('a call', () => {
  it('carries the request there and the reply back, optional fields left out', async () => {
    await using server = await serve(async (request) => ({ key: `key of ${request.host}`, key_location: undefined }))
    await using channels = connect(server.port)
    const reply = await channels.getIndexNowKey(asked)
    expect(reply.key).toBe('key of example.com')
    expect(reply.key_location).toBeUndefined()
  })

  it('throws the very fault that the server threw', async () => {
    await using server = await serve(async () => {
      throw fault('invalid', 'No such host.', { code: 'bad_host', errors: { host: ['is not of the project'] } })
    })
    await using channels = connect(server.port)
    await expect(channels.getIndexNowKey(asked)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'bad_host',
      message: 'No such host.',
      errors: { host: ['is not of the project'] },
    })
  })

  it('does not reveal the cause of an internal error', async () => {
    await using server = await serve(async () => {
      throw new Error('relation "account" does not exist')
    })
    await using channels = connect(server.port)
    await expect(channels.getIndexNowKey(asked)).rejects.toMatchObject({
      kind: 'internal',
      message: 'Internal error.',
    })
  })

  it.each(['', 'a wrong secret'])('is refused with the secret %j', async (token) => {
    let reached = false
    await using server = await serve(async () => {
      reached = true
      return { key: 'x' }
    })
    await using channels = connect(server.port, token)
    await expect(channels.getIndexNowKey(asked)).rejects.toMatchObject({
      kind: 'internal',
      code: 'internal_secret_refused',
    })
    expect(reached).toBe(false)
  })

  it('takes the trace along', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    await using server = await serve(async () => ({ key: currentTraceparent() }))
    await using channels = connect(server.port)
    expect((await inTrace(traceparent, () => channels.getIndexNowKey(asked))).key).toBe(traceparent)
  })

  it('ends at its deadline on both sides', async () => {
    const aborted = Promise.withResolvers<void>()
    await using server = await serve((_request, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve())
      return new Promise(() => undefined)
    })
    await using channels = connect(server.port)
    await expect(channels.getIndexNowKey(asked, { deadlineMs: 50 })).rejects.toMatchObject({ kind: 'unavailable' })
    await aborted.promise
  })

  it('is unavailable while the server is away, and works once it is back', async () => {
    const first = await serve(async () => ({ key: 'first' }))
    await using channels = connect(first.port)
    expect((await channels.getIndexNowKey(asked)).key).toBe('first')
    await first[Symbol.asyncDispose]()
    await expect(channels.getIndexNowKey(asked, { deadlineMs: 300 })).rejects.toMatchObject({ kind: 'unavailable' })
    await using _second = await serve(async () => ({ key: 'second' }), first.port)
    await channels.ready(10_000)
    expect((await channels.getIndexNowKey(asked)).key).toBe('second')
  })
})
