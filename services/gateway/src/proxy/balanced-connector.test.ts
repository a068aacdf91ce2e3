import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { Agent, request } from 'undici'
import { balancedConnector } from './balanced-connector.ts'

const opened: Server[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
})

async function copy(name: string): Promise<{ origin: URL; stop(): Promise<unknown> }> {
  const server = createServer((_request, response) => response.end(name))
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: new URL(`http://127.0.0.1:${port}`),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Asks so often, each time over a new connection, and answers who was reached how often. */
async function ask(origins: URL[], times: number): Promise<Record<string, number>> {
  const dispatcher = new Agent({ connect: balancedConnector(origins, 2_000), pipelining: 0 })
  const reached: Record<string, number> = {}
  for (let n = 0; n < times; n++) {
    const { body } = await request(origins[0] ?? '', { dispatcher })
    const name = await body.text()
    reached[name] = (reached[name] ?? 0) + 1
  }
  await dispatcher.close()
  return reached
}

describe('several copies of a service', () => {
  it('are connected to in turn', async () => {
    const copies = [await copy('one'), await copy('two')]
    const origins = copies.map(({ origin }) => origin)
    expect(await ask(origins, 10)).toEqual({ one: 5, two: 5 })
  })

  it('stand in for one that refuses', async () => {
    const copies = [await copy('one'), await copy('two'), await copy('three')]
    const origins = copies.map(({ origin }) => origin)
    await copies[1]?.stop()
    const reached = await ask(origins, 9)
    expect(reached['two']).toBeUndefined()
    expect((reached['one'] ?? 0) + (reached['three'] ?? 0)).toBe(9)
  })

  it('fail together with the refusal of the last', async () => {
    const copies = [await copy('one'), await copy('two')]
    const origins = copies.map(({ origin }) => origin)
    for (const { stop } of copies) await stop()
    await expect(ask(origins, 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })
})
