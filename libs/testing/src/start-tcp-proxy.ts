import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A wire that a test can cut. `target` is "host:port" or a server's URL. */
export type TcpProxy = AsyncDisposable & {
  port: number
  /** The URL given, with this proxy's address in place of the server's. */
  through(url: string): string
  /** Breaks every connection, and each new one at once. */
  cut(): void
  /** Keeps connections open and takes what is sent, but nothing arrives either way. */
  freeze(): void
  /** From now on data from clients arrives, but no response comes back. */
  muteAnswers(): void
  /** From now on what is sent arrives so much later, either way. */
  slow(delayMs: number): void
  /** Undoes cut, freeze, muteAnswers and slow. */
  restore(): void
  connections(): number
}

export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { host, port: targetPort } = address(target)
  const pairs = new Set<{ client: Socket; server: Socket }>()
  let state: 'open' | 'cut' | 'frozen' | 'mute' = 'open'
  let delayMs = 0

  const listener = createServer((client) => {
    if (state === 'cut') return client.resetAndDestroy()
    const pair = { client, server: connect(targetPort, host) }
    pairs.add(pair)
    apply(pair)
    forward(client, pair.server, () => delayMs)
    forward(pair.server, client, () => delayMs)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      pair.server.destroy()
    }
    // The other end learns of an error as of an end: its connection closes.
    for (const socket of [client, pair.server]) socket.setNoDelay().on('error', end).on('close', end)
  })

  function apply({ client, server }: { client: Socket; server: Socket }): void {
    if (state === 'cut') client.resetAndDestroy()
    flow(client, state === 'open' || state === 'mute')
    flow(server, state === 'open')
  }

  function enter(next: typeof state): void {
    state = next
    for (const pair of pairs) apply(pair)
  }

  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo

  return {
    port,
    through(url) {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${port}`
      return changed.href
    },
    cut: () => enter('cut'),
    freeze: () => enter('frozen'),
    muteAnswers: () => enter('mute'),
    slow(ms) {
      delayMs = ms
    },
    restore() {
      delayMs = 0
      enter('open')
    },
    connections: () => pairs.size,
    async [Symbol.asyncDispose]() {
      enter('cut')
      listener.close()
      await once(listener, 'close')
    },
  }
}

/** Like pipe, but a paused source stays paused when the sink drains, and delayed chunks keep their order. */
function forward(from: Socket, to: Socket, delayMs: () => number): void {
  let late = 0
  const pass = (send: () => void): void => {
    if (delayMs() === 0 && late === 0) {
      send()
      return
    }
    late += 1
    setTimeout(() => {
      late -= 1
      if (!to.destroyed) send()
    }, delayMs())
  }
  from.on('data', (chunk) => pass(() => to.write(chunk)))
  from.on('end', () => pass(() => to.end()))
}

function flow(socket: Socket, open: boolean): void {
  if (open) socket.resume()
  else socket.pause()
}

function address(target: string): { host: string; port: number } {
  const url = new URL(target.includes('://') ? target : `tcp://${target}`)
  const usual: Record<string, number> = { 'postgres:': 5432, 'postgresql:': 5432, 'redis:': 6379, 'amqp:': 5672 }
  return { host: url.hostname, port: Number(url.port) || (usual[url.protocol] ?? 0) }
}
