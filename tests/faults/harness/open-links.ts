import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'

/** The proxied connections from one process to all nodes of one server; they fail together. */
export type Link = {
  name: string
  /** The server's URL through the proxies; comma-separated for several nodes. */
  url: string
  cut(): void
  freeze(): void
  muteAnswers(): void
  restore(): void
}

export type Links = AsyncDisposable & {
  /** Opens a link from `client` to a server at `url`. */
  open(client: string, server: string, url: string): Promise<Link>
  all: Link[]
}

export function openLinks(): Links {
  const proxies = new AsyncDisposableStack()
  const all: Link[] = []
  return {
    all,
    async open(client, server, url) {
      const targets = url.split(',')
      const wires = await Promise.all(targets.map(async (target) => proxies.use(await startTcpProxy(target))))
      const each = (act: (wire: TcpProxy) => void) => () => {
        for (const wire of wires) act(wire)
      }
      const link: Link = {
        name: `${client} to ${server}`,
        url: wires.map((wire, index) => wire.through(targets[index] ?? '').replace(/\/$/, '')).join(','),
        cut: each((wire) => wire.cut()),
        freeze: each((wire) => wire.freeze()),
        muteAnswers: each((wire) => wire.muteAnswers()),
        restore: each((wire) => wire.restore()),
      }
      all.push(link)
      return link
    },
    [Symbol.asyncDispose]: () => proxies.disposeAsync(),
  }
}
