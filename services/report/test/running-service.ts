import { connectBroker } from '@pagebell/broker/broker'
import type { CreateReportRequest } from '@pagebell/protos/report/v1/report'
import type { CreateSiteReportRequest } from '@pagebell/protos/report/v1/site_reports'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import {
  Alerts,
  PublicReports,
  PublicSiteReports,
  Reports,
  Schedules,
  Scores,
  SiteReports,
  SiteRuns,
} from '@pagebell/rpc/contracts'
import { createLog } from '@pagebell/runtime/log'
import { startTcpProxy } from '@pagebell/testing/start-tcp-proxy'
import { testBroker } from '@pagebell/testing/test-broker'
import { testDatabase } from '@pagebell/testing/test-database'
import pg from 'pg'
import type { Config } from '../src/config.ts'
import { startService } from '../src/service.ts'

const internalToken = 'the internal secret of this test'

/** The service in this process on real servers, with PostgreSQL behind a proxy that can be cut, and its clients. */
export async function runService(settings: Partial<Config> = {}) {
  const log = createLog('report', process.env['TEST_LOG_LEVEL'] ?? 'silent')
  await using starting = new AsyncDisposableStack()
  const database = await testDatabase('report')
  starting.defer(() => database.drop())
  const queues = testBroker()
  starting.defer(() => queues.cleanUp())
  const wire = starting.use(await startTcpProxy(database.url))
  const sql = new pg.Pool({ connectionString: database.adminUrl, max: 3 })
  starting.defer(() => sql.end())

  const start = async (more: Partial<Config> = {}) => {
    const config: Config = {
      DATABASE_URL: wire.through(database.url),
      DATABASE_REPLICA_URL: '',
      AMQP_URL: queues.url,
      AMQP_PREFIX: queues.prefix,
      INTERNAL_TOKEN: internalToken,
      RPC_CALLERS: '',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      REPORT_RPC_PORT: 0,
      REPORT_HEALTH_PORT: 0,
      RUN_SILENT_SECONDS: 120,
      RUN_QUEUED_SECONDS: 900,
      RUNS_PER_ACCOUNT: 1_000,
      RUNS_AHEAD: 1_000,
      SITE_RUN_SILENT_SECONDS: 60,
      SITE_RUN_TURN_SECONDS: 60,
      SITE_RUNS_PER_ACCOUNT: 1,
      ...settings,
      ...more,
    }
    const service = await startService(config, log)
    const address = { address: `127.0.0.1:${service.rpcPort}`, internalToken }
    const reports = connectRpc(Reports, address)
    const publicReports = connectRpc(PublicReports, address)
    const publicSiteReports = connectRpc(PublicSiteReports, address)
    const alerts = connectRpc(Alerts, address)
    const schedules = connectRpc(Schedules, address)
    const scores = connectRpc(Scores, address)
    const siteReports = connectRpc(SiteReports, address)
    const siteRuns = connectRpc(SiteRuns, address)
    return {
      reports,
      publicReports,
      publicSiteReports,
      alerts,
      schedules,
      scores,
      siteReports,
      siteRuns,
      healthPort: service.healthPort,
      async [Symbol.asyncDispose]() {
        await service[Symbol.asyncDispose]()
        await reports[Symbol.asyncDispose]()
        await publicReports[Symbol.asyncDispose]()
        await publicSiteReports[Symbol.asyncDispose]()
        await alerts[Symbol.asyncDispose]()
        await schedules[Symbol.asyncDispose]()
        await scores[Symbol.asyncDispose]()
        await siteReports[Symbol.asyncDispose]()
        await siteRuns[Symbol.asyncDispose]()
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
    publicSiteReports: service.publicSiteReports,
    alerts: service.alerts,
    schedules: service.schedules,
    scores: service.scores,
    siteReports: service.siteReports,
    siteRuns: service.siteRuns,
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

/** A request for a report of a new account and project, unless overridden. */
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

/** A request for a site report of a new account and project, unless overridden. */
export function newSiteReport(request: CreateSiteReportRequest = {}) {
  const project = `${crypto.randomUUID()}.example`
  return {
    account_id: crypto.randomUUID(),
    project_id: crypto.randomUUID(),
    project,
    url: `https://${request.project ?? project}/`,
    selection: { start: ['sitemap', 'links'], max_pages: 200, include: [], exclude: [] },
    is_owner: false,
    idempotency: undefined,
    ...request,
  }
}
