import { connectBroker } from '@pagebell/broker/broker'
import { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { reportEnded } from '@pagebell/messages/report-ended'
import { startOutbox } from '@pagebell/outbox/outbox'
import { createPasswordPool } from '@pagebell/passwords/password-pool'
import { connectDatabase } from '@pagebell/postgres/database'
import { readsThatMayLag } from '@pagebell/postgres/reads-that-may-lag'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { PublicReports, Reports } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { clearIdempotency } from './clear-idempotency.ts'
import { onAnalysisProgressed } from './consume/analysis-progressed.ts'
import { onChecksIgnored } from './consume/checks-ignored.ts'
import { onPageAnalyzed } from './consume/page-analyzed.ts'
import { onPlanChanged } from './consume/plan-changed.ts'
import { onProjectDeleted } from './consume/project-deleted.ts'
import { watchEnds } from './end-watch.ts'
import { findEndedReports } from './queries/find-ended-reports.ts'
import { releaseRuns } from './release-runs.ts'
import { awaitReport } from './rpc/await-report.ts'
import { changeReport } from './rpc/change-report.ts'
import { compareRuns } from './rpc/compare-runs.ts'
import { createReport } from './rpc/create-report.ts'
import { deleteReport } from './rpc/delete-report.ts'
import { getPublicReport } from './rpc/get-public-report.ts'
import { getReport } from './rpc/get-report.ts'
import { listReports } from './rpc/list-reports.ts'
import { listRuns } from './rpc/list-runs.ts'
import { unlockReport } from './rpc/unlock-report.ts'
import { sweepSilentRuns } from './sweep-silent-runs.ts'
import { watchRuns } from './watch-runs.ts'

const sweepEveryMs = 5_000
/** For what another copy has freed; what this one hears of is acted on at once. */
const releaseEveryMs = 1_000
const clearEveryMs = 600_000

export interface Settings {
  databaseUrl: string
  /** Empty or left out: there is none. */
  replicaUrl?: string
  amqpUrl: string
  amqpPrefix: string
  internalToken: string
  rpcCallers?: string
  host: string
  rpcPort: number
  healthPort: number
  runQueuedSeconds: number
  runSilentSeconds: number
  runsPerAccount: number
  runsAhead: number
}

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(settings: Settings, log: Log) {
  await using starting = new AsyncDisposableStack()
  const db = starting.use(connectDatabase({ url: settings.databaseUrl, log, applicationName: 'report' }))
  await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
  const lists = settings.replicaUrl
    ? readsThatMayLag(
        db,
        starting.use(connectDatabase({ url: settings.replicaUrl, log, applicationName: 'report replica' })),
        log,
      )
    : db
  const broker = starting.use(
    await connectBroker({ url: settings.amqpUrl, prefix: settings.amqpPrefix, log, service: 'report' }),
  )
  const outbox = starting.use(startOutbox({ db, broker, messages: [analysisRequested, reportEnded], log }))

  const ends = watchEnds(async (reports) => {
    const { rows } = await db.query<{ id: string }>(findEndedReports(reports))
    return rows.map(({ id }) => id)
  }, log)
  const queue = { mostUnbegun: settings.runsAhead, mostOfAccount: settings.runsPerAccount }
  const release = releaseRuns({ db, outbox, ...queue })
  const releases = starting.use(repeat(releaseEveryMs, release, log, 'releasing runs'))
  const tools = { db, outbox, ends, releases, passwords: createPasswordPool() }
  const reports = implement(Reports, {
    createReport: createReport(tools),
    getReport: getReport(tools),
    awaitReport: awaitReport(tools),
    listReports: listReports({ db: lists }),
    changeReport: changeReport(tools),
    deleteReport: deleteReport(tools),
    listRuns: listRuns(tools),
    compareRuns: compareRuns(tools),
  })
  const publicReports = implement(PublicReports, {
    getPublicReport: getPublicReport(tools),
    unlockReport: unlockReport(tools),
  })
  const { host, rpcPort: port, internalToken, rpcCallers } = settings
  const rpc = starting.use(
    await serveRpc({ port, host, internalToken, rpcCallers, log, services: [reports, publicReports] }),
  )
  // After the server, so that it stops before it: the server waits for its calls, and some of them wait here.
  starting.use(ends)

  const consuming = { probe: () => db.ping() }
  starting.use(await broker.consume(analysisProgressed, 'report', onAnalysisProgressed(tools), consuming))
  starting.use(await broker.consume(pageAnalyzed, 'report', onPageAnalyzed(tools), consuming))
  starting.use(await broker.consume(checksIgnored, 'report', onChecksIgnored(tools), consuming))
  starting.use(await broker.consume(planChanged, 'report', onPlanChanged(tools), consuming))
  starting.use(await broker.consume(projectDeleted, 'report', onProjectDeleted(tools), consuming))

  const silence = { queuedSeconds: settings.runQueuedSeconds, runningSeconds: settings.runSilentSeconds }
  starting.use(repeat(sweepEveryMs, sweepSilentRuns({ ...tools, ...silence }), log, 'sweeping silent runs'))
  starting.use(repeat(clearEveryMs, clearIdempotency(tools), log, 'clearing idempotency keys'))

  starting.use(watchRuns(db))
  const checks = { postgres: () => db.ping(), rabbitmq: () => broker.ping() }
  const health = starting.use(await serveHealth(settings.healthPort, checks, log, host))

  const running = starting.move()
  return { rpcPort: rpc.port, healthPort: health.port, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
