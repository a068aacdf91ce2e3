import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { queueName } from '@pagebell/broker/topology'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { urlsSubmittedV2 } from '@pagebell/messages/urls-submitted-v2'
import { migrate } from '@pagebell/postgres/migrate'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Hooks } from '@pagebell/rpc/contracts'
import { freePort } from '@pagebell/start/free-port'
import { workspace } from '@pagebell/start/service-list'
import { type BenchServers, internalToken, startProgram } from '../servers/start-servers.ts'

const database = 'bench_intake'
const prefix = 'bench_'

/** Where intake's messages wait for the notifier. */
export const messageQueues = [urlsSubmitted, urlsSubmittedV2].map((message) => queueName(prefix, message, 'notifier'))

/**
 * Starts the intake service on the bench's database, with `accounts` accounts, each with a project and a token. A second
 * call starts a copy on the same database, with other accounts.
 */
export async function startIntake(
  running: AsyncDisposableStack,
  servers: BenchServers,
  accounts: number,
  more: NodeJS.ProcessEnv = {},
) {
  const folder = join(workspace, 'services/intake/migrations')
  await migrate({ adminUrl: servers.databaseUrl, database, role: database, password: 'bench', folder })
  const adminUrl = new URL(servers.databaseUrl)
  adminUrl.pathname = `/${database}`
  const url = Object.assign(new URL(adminUrl), { username: database, password: 'bench' })
  const [port, rpc, health] = [await freePort(), await freePort(), await freePort()]
  const env = {
    DATABASE_URL: url.href,
    REDIS_URL: servers.redisUrl,
    REDIS_PREFIX: prefix,
    AMQP_URL: servers.amqpUrl,
    AMQP_PREFIX: prefix,
    INTERNAL_TOKEN: internalToken,
    SETTINGS_KEY: randomBytes(32).toString('base64'),
    LOG_LEVEL: 'warn',
    INTAKE_PORT: String(port),
    INTAKE_RPC_PORT: String(rpc),
    INTAKE_HEALTH_PORT: String(health),
    // Else the limit against runaway clients would apply.
    HOOK_REQUESTS_PER_MINUTE: '1000000000',
    NODE_OPTIONS: process.env['BENCH_INTAKE_NODE_OPTIONS'],
    ...more,
  }
  const program = 'services/intake/src/main.ts'
  const ready = `http://127.0.0.1:${health}/readyz`
  const started = await startProgram(running, { program, env, port, ready })
  await using hooks = connectRpc(Hooks, { address: `127.0.0.1:${rpc}`, internalToken })
  const tokens: string[] = []
  for (let made = 0; made < accounts; made++) {
    const hook = await hooks.rotateHook({
      account_id: randomUUID(),
      project_id: randomUUID(),
      project: 'example.com',
      grace_seconds: 0,
      // Limited, so that the quota is checked and charged, and never reached.
      limits: { urls_per_day: 1e12, urls_per_month: 1e12, version: 1 },
      idempotency: undefined,
    })
    tokens.push(hook.token)
  }
  return { port, pid: started.process.pid(), adminUrl: adminUrl.href, tokens }
}
