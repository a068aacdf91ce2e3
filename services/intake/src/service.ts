import { connectBroker } from '@pagebell/broker/broker'
import { listen } from '@pagebell/http/listen'
import { channelsChanged } from '@pagebell/messages/channels-changed'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { quotaReached } from '@pagebell/messages/quota-reached'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { connectDatabase } from '@pagebell/postgres/database'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { connectRedis } from '@pagebell/redis/redis'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { Deliveries, Quotas } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { createApp } from './app.ts'
import { findDeliveries } from './batches/find-deliveries.ts'
import type { Config } from './config.ts'
import { hooksRpc } from './hooks/hooks.rpc.ts'
import { findTokenOwners } from './hooks/hooks.sql.ts'
import { createTokenLookup, createTokenOwnerCache } from './hooks/token-owners.ts'
import { outboxStore } from './outbox/outbox.sql.ts'
import { startOutboxRelay } from './outbox/outbox-relay.ts'
import { createChannelFinder } from './project-channels/channel-finder.ts'
import { onChannelsChanged } from './project-channels/channels-changed.consumer.ts'
import { projectChannelHandlers } from './project-channels/project-channels.rpc.ts'
import { findProjectChannels } from './project-channels/project-channels.sql.ts'
import { onProjectDeleted } from './projects/project-deleted.consumer.ts'
import { projectHandlers } from './projects/projects.rpc.ts'
import { onPlanChanged } from './quotas/plan-changed.consumer.ts'
import { publishQuotaWarnings } from './quotas/quota-warnings.ts'
import { quotaHandlers, usageDaysRpc } from './quotas/quotas.rpc.ts'
import { createResubmissionCommit } from './resubmissions/commit-resubmission.ts'
import { resubmissionsRpc } from './resubmissions/resubmissions.rpc.ts'
import { sweepRetention } from './retention/retention.ts'
import { createSubmissions } from './submissions/create-submissions.ts'
import { dedupeSweepMs, sweepDedupeWindow } from './submissions/dedupe-sweep.ts'
import { previewRpc } from './submissions/preview.rpc.ts'

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(config: Config, log: Log) {
  await using starting = new AsyncDisposableStack()
  const { INTERNAL_TOKEN: internalToken, RPC_CALLERS: rpcCallers, HOST: host } = config
  const windowSeconds = config.DEDUPE_WINDOW_SECONDS

  // A statement may take as long as a caller waits at most: by then its request has been answered.
  const database = { url: config.DATABASE_URL, log, applicationName: 'intake', statementTimeoutMs: 2_500 }
  const db = starting.use(connectDatabase(database))
  await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
  const redisUrl = config.DEDUPE_REDIS_URL || config.REDIS_URL
  const redis = starting.use(connectRedis({ url: redisUrl, prefix: config.REDIS_PREFIX, log }))
  const broker = starting.use(
    await connectBroker({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, log, service: 'intake' }),
  )
  const deliveries = starting.use(
    connectRpc(Deliveries, { address: config.NOTIFIER_RPC, internalToken, caller: 'intake' }),
  )

  const outbox = starting.use(
    startOutboxRelay({
      publish: (body, envelope) => broker.publish(urlsSubmitted, body, envelope),
      pingBroker: () => broker.ping(),
      store: outboxStore(db.acrossAccounts()),
      log,
    }),
  )
  const channels = createChannelFinder((owner) => findProjectChannels(db.forAccount(owner.accountId), owner), 1_000)
  const requestsPerMinute = config.HOOK_REQUESTS_PER_MINUTE
  const submissions = createSubmissions({ db, redis, outbox, channels, windowSeconds, requestsPerMinute, log })
  const commitResubmission = createResubmissionCommit({ db, ...submissions })
  const authenticateToken = createTokenLookup((hashes) => findTokenOwners(db.acrossAccounts(), hashes))
  const tokenOwners = createTokenOwnerCache(authenticateToken)

  const consuming = { probe: () => db.ping() }
  starting.use(await broker.consume(channelsChanged, 'intake', onChannelsChanged(db, channels.forget), consuming))
  starting.use(await broker.consume(planChanged, 'intake', onPlanChanged(db), consuming))
  starting.use(await broker.consume(projectDeleted, 'intake', onProjectDeleted(db), consuming))

  const sweepEntries = (signal: AbortSignal) => sweepDedupeWindow(db, windowSeconds, signal)
  const sweepOld = (signal: AbortSignal) => sweepRetention(db, config.BATCH_RETENTION_DAYS, signal)
  const publishWarnings = (signal: AbortSignal) =>
    publishQuotaWarnings(db, (body, envelope) => broker.publish(quotaReached, body, envelope), signal)
  starting.use(repeat(dedupeSweepMs(windowSeconds * 1_000), sweepEntries, log, 'the sweep of the dedupe window'))
  starting.use(repeat(600_000, sweepOld, log, 'the retention sweep'))
  starting.use(repeat(1_000, publishWarnings, log, 'the publication of quota warnings'))

  const services = [
    hooksRpc({ db, onChanged: tokenOwners.forgetProject }),
    implement(Quotas, {
      ...quotaHandlers(db),
      ...projectChannelHandlers(db, channels.forget),
      ...projectHandlers(db, tokenOwners.forgetProject),
    }),
    usageDaysRpc(db),
    previewRpc({ db, windowSeconds }),
    resubmissionsRpc({ db, resubmit: (submission, why) => submissions.submitBy(submission, commitResubmission(why)) }),
  ]
  const rpc = starting.use(
    await serveRpc({ port: config.INTAKE_RPC_PORT, host, internalToken, rpcCallers, log, services }),
  )
  const app = createApp(log, config.INTAKE_AT_EDGE === true, {
    db,
    retentionDays: config.BATCH_RETENTION_DAYS,
    submit: submissions.submit,
    countRequest: submissions.countRequest,
    tokenOwners,
    authenticateToken,
    findDeliveries: (wanted) => findDeliveries(deliveries.getBatch, wanted),
  })
  const http = starting.use(await listen(app, { port: config.INTAKE_PORT, host }))
  // Redis and RabbitMQ are not asked: every request can be accepted without them.
  const health = starting.use(await serveHealth(config.INTAKE_HEALTH_PORT, { database: () => db.ping() }, log, host))

  const running = starting.move()
  return {
    url: http.url,
    rpcPort: rpc.port,
    healthPort: health.port,
    async [Symbol.asyncDispose]() {
      health.drain()
      await running.disposeAsync()
    },
  }
}
