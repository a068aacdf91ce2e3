import { connectBroker } from '@pagebell/broker/broker'
import type { CreateReportRequest } from '@pagebell/protos/report/v1/CreateReportRequest'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { PublicReports, Reports } from '@pagebell/rpc/contracts'
import { createLog } from '@pagebell/runtime/log'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testBroker } from '@pagebell/testing/test-broker'
import { testDatabase } from '@pagebell/testing/test-database'
import pg from 'pg'
import { type Settings, startService } from '../src/start-service.ts'

const internalToken = 'the internal secret of this test'

/** The service in this process on real servers, PostgreSQL behind a wire that can be cut, and a client of each kind. */
export async function runService(settings: Partial<Settings> = {}) {
  const log = createLog('report', process.env['TEST_LOG_LEVEL'] ?? 'silent')
  await using starting = new AsyncDisposableStack()
  const database = await testDatabase('report')
  starting.defer(() => database.drop())
  const queues = testBroker()
  starting.defer(() => queues.cleanUp())
  const wire = starting.use(await startTcpProxy(database.url))
  const sql = new pg.Pool({ connectionString: database.adminUrl, max: 3 })
  starting.defer(() => sql.end())

  const start = async (more: Partial<Settings> = {}) => {
    const service = await startService(
      {
        databaseUrl: wire.through(database.url),
        amqpUrl: queues.url,
        amqpPrefix: queues.prefix,
        internalToken,
        host: '127.0.0.1',
        rpcPort: 0,
        healthPort: 0,
        runQueuedSeconds: 900,
        runSilentSeconds: 120,
        runsPerAccount: 1_000,
        runsAhead: 1_000,
        ...settings,
        ...more,
      },
      log,
    )
    const peer = { address: `127.0.0.1:${service.rpcPort}`, internalToken }
    const reports = connectRpc(Reports, peer)
    const publicReports = connectRpc(PublicReports, peer)
    return {
      reports,
      publicReports,
      healthPort: service.healthPort,
      async [Symbol.asyncDispose]() {
        await service[Symbol.asyncDispose]()
        await reports[Symbol.asyncDispose]()
        await publicReports[Symbol.asyncDispose]()
      },
    }
  }
  const service = starting.use(await start())
  const broker = starting.use(
    await connectBroker({ url: queues.url, prefix: queues.prefix, log, service: 'report test' }),
  )

  const running = starting.move()
  return {
    reports: service.reports,
    publicReports: service.publicReports,
    healthPort: service.healthPort,
    databaseUrl: database.url,
    startAnother: start,
    broker,
    queues,
    wire,
    sql,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export type RunningService = Awaited<ReturnType<typeof runService>>

/** A request for a new report of an account and project of its own, unless told otherwise. */
export function newReport(request: CreateReportRequest = {}) {
  return {
    account_id: crypto.randomUUID(),
    project_id: crypto.randomUUID(),
    project: 'example.com',
    url: 'https://example.com/page',
    privacy: 0,
    password: undefined,
    idempotency: undefined,
    ...request,
  }
}
