import { connectBroker } from '@pagebell/broker/broker'
import { alertDigested } from '@pagebell/messages/alert-digested'
import { analysisProgressed } from '@pagebell/messages/analysis-progressed'
import { analysisRequested } from '@pagebell/messages/analysis-requested'
import { checksIgnored } from '@pagebell/messages/checks-ignored'
import { deliveriesHeld } from '@pagebell/messages/deliveries-held'
import { pageAnalyzed } from '@pagebell/messages/page-analyzed'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { reportEnded } from '@pagebell/messages/report-ended'
import { siteReportEnded } from '@pagebell/messages/site-report-ended'
import { watchRecovered } from '@pagebell/messages/watch-recovered'
import { watchTroubled } from '@pagebell/messages/watch-troubled'
import { startOutbox } from '@pagebell/outbox/outbox'
import { createPasswordPool } from '@pagebell/passwords/password-pool'
import { connectDatabase } from '@pagebell/postgres/database'
import { readFromReplica } from '@pagebell/postgres/replica-reads'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { Reports } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import type { Log } from '@pagebell/runtime/log'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { alertsRpc } from './alerts/alerts.rpc.ts'
import { onDeliveriesHeld } from './alerts/deliveries-held.consumer.ts'
import { startDigests } from './alerts/digests.ts'
import { startJudging } from './alerts/judge-due-runs.ts'
import { onWatchRecovered } from './alerts/watch-recovered.consumer.ts'
import { onWatchTroubled } from './alerts/watch-troubled.consumer.ts'
import type { Config } from './config.ts'
import { onPlanChanged } from './limits/plan-changed.consumer.ts'
import { onProjectDeleted } from './projects/project-deleted.consumer.ts'
import { publicReportsRpc } from './public-reports/public-reports.rpc.ts'
import { publicSiteReportsRpc } from './public-reports/public-site-reports.rpc.ts'
import { createEndWatch } from './reports/end-watch.ts'
import { startIdempotencySweep } from './reports/idempotency.ts'
import { reportHandlers } from './reports/reports.rpc.ts'
import { findEndedReports } from './reports/reports.sql.ts'
import { onAnalysisProgressed, onPageAnalyzed } from './runs/analyzer.consumer.ts'
import { startRunMetrics, startRunQueue } from './runs/run-queue.ts'
import { runHandlers } from './runs/runs.rpc.ts'
import { startStalledRunSweep } from './runs/stalled-runs.ts'
import { startScheduleRunner } from './schedules/schedule-runner.ts'
import { schedulesRpc } from './schedules/schedules.rpc.ts'
import { scoresRpc } from './scores/scores.rpc.ts'
import { startKeptVisitSweep } from './site-reports/kept-visits.ts'
import { siteReportsRpc } from './site-reports/site-reports.rpc.ts'
import { siteRunsRpc } from './site-reports/site-runs.rpc.ts'
import { startSiteRunMetrics, startStalledSiteRunSweep } from './site-reports/stalled-site-runs.ts'
import { onChecksIgnored } from './suppressions/checks-ignored.consumer.ts'

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(config: Config, log: Log) {
  await using starting = new AsyncDisposableStack()
  const { INTERNAL_TOKEN: internalToken, RPC_CALLERS: rpcCallers, HOST: host } = config

  const db = starting.use(connectDatabase({ url: config.DATABASE_URL, log, applicationName: 'report' }))
  await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
  const replicaUrl = config.DATABASE_REPLICA_URL
  const replica =
    replicaUrl && starting.use(connectDatabase({ url: replicaUrl, log, applicationName: 'report replica' }))
  const listReads = replica ? readFromReplica(db, replica, log) : db
  const broker = starting.use(
    await connectBroker({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, log, service: 'report' }),
  )
  const outbox = starting.use(
    startOutbox({ db, broker, messages: [alertDigested, analysisRequested, reportEnded, siteReportEnded], log }),
  )

  const limits = { maxUnbegun: config.RUNS_AHEAD, maxPerAccount: config.RUNS_PER_ACCOUNT }
  const runQueue = starting.use(startRunQueue({ db, outbox, limits, log }))
  const ends = createEndWatch((reports) => findEndedReports(db.acrossAccounts(), reports), log)
  const now = () => new Date()
  const tools = { db, listReads, outbox, ends, runQueue, passwords: createPasswordPool(), log, now }
  const services = [
    implement(Reports, { ...reportHandlers(tools), ...runHandlers(db) }),
    publicReportsRpc(tools),
    alertsRpc(tools),
    schedulesRpc(tools),
    siteReportsRpc(tools),
    publicSiteReportsRpc(tools),
    siteRunsRpc({ db, perAccount: config.SITE_RUNS_PER_ACCOUNT, turnSeconds: config.SITE_RUN_TURN_SECONDS }),
    scoresRpc({ lists: (accountId) => listReads.forAccount(accountId) }),
  ]
  const rpc = starting.use(
    await serveRpc({ port: config.REPORT_RPC_PORT, host, internalToken, rpcCallers, log, services }),
  )
  // After the server, so that it stops before it: the server waits for its calls, and some of them wait here.
  starting.use(ends)

  const consuming = { probe: () => db.ping() }
  starting.use(await broker.consume(analysisProgressed, 'report', onAnalysisProgressed(tools), consuming))
  starting.use(await broker.consume(pageAnalyzed, 'report', onPageAnalyzed(tools), consuming))
  starting.use(await broker.consume(checksIgnored, 'report', onChecksIgnored(db), consuming))
  starting.use(await broker.consume(planChanged, 'report', onPlanChanged(db), consuming))
  starting.use(await broker.consume(projectDeleted, 'report', onProjectDeleted(tools), consuming))
  starting.use(await broker.consume(watchTroubled, 'report', onWatchTroubled(tools), consuming))
  starting.use(await broker.consume(watchRecovered, 'report', onWatchRecovered(tools), consuming))
  starting.use(await broker.consume(deliveriesHeld, 'report', onDeliveriesHeld(tools), consuming))

  const stalledAfter = { queuedSeconds: config.RUN_QUEUED_SECONDS, runningSeconds: config.RUN_SILENT_SECONDS }
  starting.use(startStalledRunSweep({ ...tools, stalledAfter }))
  starting.use(startStalledSiteRunSweep({ db, log, stalledSeconds: config.SITE_RUN_SILENT_SECONDS }))
  starting.use(startKeptVisitSweep(tools))
  starting.use(startIdempotencySweep(tools))
  starting.use(startScheduleRunner(tools))
  starting.use(startJudging(tools))
  starting.use(startDigests(tools))

  starting.use(startRunMetrics(db))
  starting.use(startSiteRunMetrics(db))
  const checks = { postgres: () => db.ping(), rabbitmq: () => broker.ping() }
  const health = starting.use(await serveHealth(config.REPORT_HEALTH_PORT, checks, log, host))

  const running = starting.move()
  return { rpcPort: rpc.port, healthPort: health.port, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
