import { createHttpServer } from '@pagebell/http/create-http-server'
import { connectRedis } from '@pagebell/redis/redis'
import { serveRpc } from '@pagebell/rpc/serve-rpc'
import { createLog } from '@pagebell/runtime/log'
import { testRedis } from '@pagebell/testing/test-redis'
import type { InjectOptions } from 'fastify'
import { gateway } from '../src/app.ts'
import { createKeyCache } from '../src/key-cache.ts'
import { connectPeers } from '../src/peers.ts'
import { accountsPeer } from './peers/accounts-peer.ts'
import { carePeer } from './peers/care-peer.ts'
import { channelsPeer } from './peers/channels-peer.ts'
import { deliveriesPeer } from './peers/deliveries-peer.ts'
import { endpointsPeer } from './peers/endpoints-peer.ts'
import { forcedBatchesPeer } from './peers/forced-batches-peer.ts'
import { ignoredChecksPeer } from './peers/ignored-checks-peer.ts'
import { intakePeer } from './peers/intake-peer.ts'
import { projectsPeer } from './peers/projects-peer.ts'
import { reportsPeer } from './peers/reports-peer.ts'

export const publicOrigin = 'https://pagebell.example'
const internalToken = 'the services of this test'

/** The gateway on real Redis and real gRPC; behind it, servers that keep the peers' contract. */
export async function startGateway({
  redisUrl,
  intakeUrl = 'http://127.0.0.1:9',
  panelUrl = 'http://127.0.0.1:9',
  trustProxy = [],
}: {
  redisUrl?: string
  intakeUrl?: string
  panelUrl?: string
  trustProxy?: string[]
} = {}) {
  const lines: string[] = []
  const log = createLog('gateway', 'debug', { write: (line: string) => void lines.push(line) })
  const running = new AsyncDisposableStack()
  const accounts = accountsPeer()
  const projects = projectsPeer()
  const care = carePeer()
  const channels = channelsPeer()
  const ignoredChecks = ignoredChecksPeer()
  const reports = reportsPeer()
  const intake = intakePeer()
  const deliveries = deliveriesPeer()
  const endpoints = endpointsPeer()
  const forcedBatches = forcedBatchesPeer()

  const serve = async (services: Parameters<typeof serveRpc>[0]['services']) =>
    running.use(await serveRpc({ port: 0, internalToken, log: createLog('peer', 'silent'), services }))
  const servers = {
    project: await serve([accounts.service, projects.service, channels.service, ignoredChecks.service]),
    report: await serve([reports.service]),
    intake: await serve([...intake.services, forcedBatches.service]),
    notifier: await serve([deliveries.service, care.service, endpoints.service]),
  }
  const at = (name: keyof typeof servers) => `127.0.0.1:${servers[name].port}`
  const addresses = {
    PROJECT_RPC: at('project'),
    REPORT_RPC: at('report'),
    INTAKE_RPC: at('intake'),
    NOTIFIER_RPC: at('notifier'),
  }
  const peers = connectPeers({ ...addresses, INTERNAL_TOKEN: internalToken }, running)

  const shared = testRedis()
  running.defer(() => shared.cleanUp())
  const redis = running.use(connectRedis({ url: redisUrl ?? shared.url, prefix: shared.prefix, log }))
  // What is slow on a busy machine is not what these tests call away.
  redis.options.commandTimeout = 10_000
  const keys = createKeyCache()
  const app = createHttpServer({ log, trustProxy, fromStrangers: true })
  running.defer(() => app.close())
  const hooksOrigin = 'https://hooks.example'
  app.register(gateway({ peers, redis, keys, publicOrigin, internalToken, hooksOrigin, intakeUrl, panelUrl }))

  const account = accounts.addAccount({
    urls_per_day: 100,
    urls_per_month: 1_000,
    api_keys: 20,
    projects: 50,
    reports: 5_000,
  })
  const { secret } = accounts.addKey(account)
  const ask = (options: InjectOptions | string, key: string = secret) => {
    const { headers, ...rest } = typeof options === 'string' ? { url: options, headers: {} } : options
    return app.inject({ ...rest, headers: { authorization: `Bearer ${key}`, ...headers } })
  }

  return {
    app,
    ask,
    account,
    keys,
    lines,
    servers,
    accounts,
    projects,
    channels,
    ignoredChecks,
    reports,
    intake,
    deliveries,
    endpoints,
    forcedBatches,
    ...disposable(running),
  }
}

const disposable = (running: AsyncDisposableStack) => ({ [Symbol.asyncDispose]: () => running.disposeAsync() })

export type Gateway = Awaited<ReturnType<typeof startGateway>>
