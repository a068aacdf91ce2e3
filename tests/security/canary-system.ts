import { listDeadLetters } from '@pagebell/broker/dead-letters'
import { endpointsAt } from '@pagebell/channel-settings/all-channels'
import { services } from '@pagebell/start/service-list'
import { startTcpProxy, type TcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testRun } from '@pagebell/testing/test-run'
import { type OtlpReceiver, startOtlpReceiver } from '../e2e/otlp-receiver.ts'
import { startTestSystem, type TestSystem } from '../e2e/test-system.ts'
import { readRedis } from './read-redis.ts'
import { type RecordingServer, startRecordingServer } from './recording-server.ts'
import type { Sink } from './search-sinks.ts'
import { type BrokerTap, tapBroker } from './tap-broker.ts'
import { type DatabaseWatch, watchDatabases } from './watch-databases.ts'

export type CanarySystem = AsyncDisposable & {
  system: TestSystem
  /** The engine, and the site whose pages are rated. */
  outside: RecordingServer
  /** Recipients that need their own keys: no sink. */
  keyed: RecordingServer
  receiver: OtlpReceiver
  broker: BrokerTap
  databases: DatabaseWatch
  postgres: TcpProxy
  redis: TcpProxy
  /** One request to the gateway; its answer is searched later, unless it is the one that shows a secret. */
  call(path: string, request?: RequestInit & { showsSecret?: boolean }): Promise<Response & { text: string }>
  sinks: Sink[]
}

/** A whole system at debug level, all of it recorded, every wire to its servers one that can be cut. */
export async function startCanarySystem(): Promise<CanarySystem> {
  await using starting = new AsyncDisposableStack()
  const { databaseUrl, redisUrl, amqpUrl } = testRun()
  const receiver = starting.use(await startOtlpReceiver())
  const outside = starting.use(await startRecordingServer())
  const keyed = starting.use(await startRecordingServer())
  const postgres = starting.use(await startTcpProxy(databaseUrl))
  const redis = starting.use(await startTcpProxy(redisUrl))
  const lines: string[] = []
  const system = await startTestSystem({
    env: {
      ...receiver.env,
      LOG_LEVEL: 'debug',
      ...endpointsAt(keyed.url),
      INDEXNOW_ENDPOINT: `${outside.url}/indexnow`,
    },
    servers: { databaseUrl: postgres.through(databaseUrl), redisUrl: redis.through(redisUrl), amqpUrl },
    onLine: (line) => void lines.push(line),
  })
  starting.defer(() => system.destroy())
  const prefix = system.env['AMQP_PREFIX'] ?? ''
  const broker = starting.use(await tapBroker(amqpUrl, prefix))
  const databases = starting.use(await watchDatabases(databaseUrl, prefix))

  const answers: string[] = []
  const readMetrics = async (service: string): Promise<string> => {
    const port = system.ports[`${service.toUpperCase()}_HEALTH_PORT`]
    return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  }
  const sinks: Sink[] = [
    { name: 'logs', read: () => lines },
    { name: 'spans, metrics and log records sent', read: () => receiver.bodies },
    { name: 'metrics shown', read: () => Promise.all(services.map(readMetrics)) },
    { name: 'messages', read: () => broker.messages },
    {
      name: 'dead letters',
      read: async () => (await listDeadLetters(amqpUrl, { prefix })).letters.map((letter) => JSON.stringify(letter)),
    },
    { name: 'answers', read: () => answers },
    { name: 'requests to engines and sites', read: () => outside.requests },
    { name: 'database dump', read: () => databases.dump() },
    { name: 'outbox', read: () => databases.outbox() },
    { name: 'Redis', read: () => readRedis(redisUrl, prefix) },
  ]

  const started = starting.move()
  return {
    system,
    outside,
    keyed,
    receiver,
    broker,
    databases,
    postgres,
    redis,
    sinks,
    async call(path, { showsSecret = false, ...request } = {}) {
      const response = await fetch(`${system.addresses.publicUrl}${path}`, { redirect: 'manual', ...request })
      const text = await response.text()
      if (!showsSecret) answers.push([response.status, ...[...response.headers].flat(), text].join('\n'))
      return Object.assign(response, { text })
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}
