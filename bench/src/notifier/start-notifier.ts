import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '@pagebell/postgres/migrate'
import { ChannelSettings } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import { createLog } from '@pagebell/runtime/log'
import { freePort } from '@pagebell/start/free-port'
import { workspace } from '@pagebell/start/service-list'
import { type BenchServers, internalToken, startProgram } from '../servers/start-servers.ts'

const database = 'bench_notifier'

/** Starts the notifier on a separate database; every project has the same IndexNow key. */
export async function startNotifier(
  running: AsyncDisposableStack,
  servers: BenchServers,
  { prefix, engineUrl }: { prefix: string; engineUrl: string },
) {
  const folder = join(workspace, 'services/notifier/migrations')
  await migrate({ adminUrl: servers.databaseUrl, database, role: database, password: 'bench', folder })
  const adminUrl = new URL(servers.databaseUrl)
  adminUrl.pathname = `/${database}`
  const url = Object.assign(new URL(adminUrl), { username: database, password: 'bench' })
  const nothing = { channels: [], version: 0, project_id: '' }
  const projects = implement(ChannelSettings, {
    openSettings: async () => ({ settings_json: JSON.stringify({ key: 'a1b2c3d4e5f64708' }) }),
    listChannels: async () => nothing,
    putChannel: async () => nothing,
    deleteChannel: async () => nothing,
    chooseChannels: async () => nothing,
    reencryptSettings: async () => ({ count: 0 }),
  })
  const log = createLog('bench', 'silent')
  const rpc = running.use(await serveRpc({ port: 0, internalToken, log, services: [projects] }))
  const [rpcPort, health] = [await freePort(), await freePort()]
  const env = {
    DATABASE_URL: url.href,
    AMQP_URL: servers.amqpUrl,
    AMQP_PREFIX: prefix,
    INTERNAL_TOKEN: internalToken,
    SETTINGS_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    PROJECT_RPC: `127.0.0.1:${rpc.port}`,
    INDEXNOW_ENDPOINT: engineUrl,
    // The rate limit of the engine is not measured.
    ENGINE_REQUESTS_PER_SECOND: '1000',
    NOTIFIER_RPC_PORT: String(rpcPort),
    NOTIFIER_HEALTH_PORT: String(health),
    NODE_OPTIONS: process.env['BENCH_NOTIFIER_NODE_OPTIONS'],
  }
  const ready = `http://127.0.0.1:${health}/readyz`
  const started = await startProgram(running, { program: 'services/notifier/src/main.ts', env, ready })
  return {
    pid: started.process.pid(),
    adminUrl: adminUrl.href,
    rpc: { address: `127.0.0.1:${rpcPort}`, internalToken },
  }
}
