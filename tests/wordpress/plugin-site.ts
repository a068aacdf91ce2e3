import { cp, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspace } from '@pagebell/start/service-list'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { addSource, secret, type Views, windowSeconds } from '../senders/harness/run-sender.ts'
import { startWordPress, type WordPress } from '../senders/wordpress/start-wordpress.ts'

export const host = 'wordpress.example'
export const plugin = join(workspace, 'clients/wordpress')

/** Refused: as if nothing listened. Stalled: as a server that hangs. One-way: what is sent arrives, and its answer is lost. */
export type Way = 'open' | 'refused' | 'stalled' | 'one-way'

export type PluginSite = AsyncDisposable & {
  system: TestSystem
  wordpress: WordPress
  views: Views
  /** What is entered as the address: that of the source and its secret. */
  entered: string
  token: string
  /** Opens or breaks the way from WordPress to Pagebell. */
  setWay: (way: Way) => void
  /** As the site's cron job does every few minutes. */
  runCron: () => Promise<void>
}

/** A running system and a WordPress site with the plug-in of clients/wordpress, which is active and has no address yet. */
export async function startPluginSite(dedupeSeconds = windowSeconds): Promise<PluginSite> {
  await using starting = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'pagebell-wordpress-'))
  starting.defer(() => rm(folder, { recursive: true, force: true }))
  const env = { SANDBOX_FETCH_KEY_FILES: '0', DEDUPE_WINDOW_SECONDS: String(dedupeSeconds) }
  const system = await startTestSystem({ env })
  starting.defer(() => system.destroy())
  const { address, ...views } = await addSource(system, { kind: 'wordpress', name: 'Site' }, host)
  const way = starting.use(await startWay(Number(new URL(system.addresses.publicUrl).port)))
  const wordpress = starting.use(await startWordPress({ host, folder }))
  await cp(plugin, join(wordpress.site, 'wp-content/plugins/pagebell'), { recursive: true })
  await wordpress.php(
    "require ABSPATH . 'wp-admin/includes/plugin.php'; exit( is_wp_error( activate_plugin( 'pagebell/pagebell.php' ) ) ? 1 : 0 );",
  )
  const { pathname } = new URL(address)
  const running = starting.move()
  return {
    system,
    wordpress,
    views,
    entered: `http://127.0.0.1:${way.port}${pathname}#${secret}`,
    token: pathname.split('/').at(-1) ?? '',
    setWay: way.set,
    async runCron() {
      const { status } = await wordpress.visit('/wp-cron.php?doing_wp_cron')
      if (status !== 200) throw new Error(`wp-cron.php answered ${status}.`)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

/** Forwards connections to a port of this machine, or does not. */
async function startWay(target: number) {
  let way: Way = 'open'
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    keep(client)
    if (way === 'refused') client.resetAndDestroy()
    if (way === 'refused' || way === 'stalled') return
    const upstream = keep(connectTo(target, '127.0.0.1'))
    client.pipe(upstream)
    if (way === 'open') upstream.pipe(client)
    else upstream.once('data', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    set(now: Way) {
      way = now
      for (const socket of sockets) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
