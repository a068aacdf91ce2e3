import { connectBroker } from '@pagebell/broker/broker'
import { listen } from '@pagebell/http/listen'
import { channelsChanged } from '@pagebell/messages/channels-changed'
import { pagesSubmitted } from '@pagebell/messages/pages-submitted'
import { planChanged } from '@pagebell/messages/plan-changed'
import { preflightChanged } from '@pagebell/messages/preflight-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { quotaReached } from '@pagebell/messages/quota-reached'
import { scanRequested } from '@pagebell/messages/scan-requested'
import { urlsFound } from '@pagebell/messages/urls-found'
import { urlsSkipped } from '@pagebell/messages/urls-skipped'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { urlsSubmittedV2 } from '@pagebell/messages/urls-submitted-v2'
import { connectDatabase } from '@pagebell/postgres/database'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { connectRedis } from '@pagebell/redis/redis'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { ChannelCare, Deliveries } from '@pagebell/rpc/contracts'
import { serveRpc } from '@pagebell/rpc/serve-rpc'
import type { Log } from '@pagebell/runtime/log'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { createSeal } from '@pagebell/tokens/seal'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { foundUrlsRpc } from './found-urls/found-urls.rpc.ts'
import { onUrlsFound } from './found-urls/urls-found.consumer.ts'
import { hooksRpc } from './hooks/hooks.rpc.ts'
import { createTokenOwners } from './hooks/token-owners.ts'
import { outboxStore } from './outbox/outbox.sql.ts'
import { startOutboxRelay } from './outbox/outbox-relay.ts'
import { publishUrls } from './outbox/publish-urls.ts'
import { createChannelFinder } from './project-channels/channel-finder.ts'
import { onChannelsChanged } from './project-channels/channels-changed.consumer.ts'
import { onPreflightChanged } from './project-preflight/preflight-changed.consumer.ts'
import { onProjectDeleted } from './projects/project-deleted.consumer.ts'
import { onPlanChanged } from './quotas/plan-changed.consumer.ts'
import { startQuotaWarnings } from './quotas/quota-warnings.ts'
import { quotasRpc, usageDaysRpc } from './quotas/quotas.rpc.ts'
import { onUrlsSkipped } from './quotas/urls-skipped.consumer.ts'
import { startRequestLog } from './requests/request-log.ts'
import { requestsRpc } from './requests/requests.rpc.ts'
import { resubmissionsRpc } from './resubmissions/resubmissions.rpc.ts'
import { startRetention } from './retention/retention.ts'
import { createSourceDeliveries } from './source-deliveries/create-source-deliveries.ts'
import { createScanRequests, scanOrLog } from './source-deliveries/scan-requests.ts'
import { sourcesRpc } from './source-deliveries/sources.rpc.ts'
import { loadSources } from './sources/load-sources.ts'
import { createSubmissions } from './submissions/create-submissions.ts'
import { startDedupeSweep } from './submissions/dedupe-sweep.ts'
import { previewRpc } from './submissions/preview.rpc.ts'
import { submissionsRpc } from './submissions/submissions.rpc.ts'
import { startWaitingDrain } from './waiting/waiting-drain.ts'

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(config: Config, log: Log) {
  await using starting = new AsyncDisposableStack()
  const { INTERNAL_TOKEN: internalToken, RPC_CALLERS: rpcCallers, HOST: host, AMQP_PREFIX: prefix } = config
  const { DEDUPE_WINDOW_SECONDS: windowSeconds, BATCH_RETENTION_DAYS: retentionDays } = config
  const service = 'intake'

  // A statement may take as long as a caller waits at most: by then its request has been answered.
  const database = { url: config.DATABASE_URL, log, applicationName: service, statementTimeoutMs: 2_500 }
  const db = starting.use(connectDatabase(database))
  await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
  const redisUrl = config.DEDUPE_REDIS_URL || config.REDIS_URL
  const redis = starting.use(connectRedis({ url: redisUrl, prefix: config.REDIS_PREFIX, log }))
  const broker = starting.use(await connectBroker({ url: config.AMQP_URL, prefix, log, service }))
  const notifier = { address: config.NOTIFIER_RPC, internalToken, caller: service } as const
  const { getBatch } = starting.use(connectRpc(Deliveries, notifier))
  const channelCare = starting.use(connectRpc(ChannelCare, notifier))

  const outbox = starting.use(
    startOutboxRelay({
      publish: publishUrls({
        toNotifier: (...message) => broker.publish(urlsSubmitted, ...message),
        toNotifierTogether: (...message) => broker.publish(urlsSubmittedV2, ...message),
        toPages: (...message) => broker.publish(pagesSubmitted, ...message),
      }),
      pingBroker: () => broker.ping(),
      store: outboxStore(db.acrossAccounts()),
      log,
    }),
  )
  const channels = createChannelFinder(db)
  const tokenOwners = createTokenOwners(db)
  const limits = { windowSeconds, maxWaiting: config.WAITING_URLS_PER_PROJECT }
  const requestsPerMinute = config.HOOK_REQUESTS_PER_MINUTE
  const submissions = createSubmissions({ db, redis, outbox, channels, limits, requestsPerMinute, log })
  const seal = createSeal(config.SETTINGS_KEY, 'sources')
  const kinds = await loadSources()
  const requestScan = createScanRequests((...request) => broker.publish(scanRequested, ...request))
  const deliveries = createSourceDeliveries({
    db,
    seal,
    kinds,
    channels,
    submissions,
    outbox,
    limits,
    requestScan: scanOrLog(requestScan, log),
  })
  const tools = {
    db,
    seal,
    kinds,
    channels,
    tokenOwners,
    submissions,
    limits,
    windowSeconds,
    retentionDays,
    getBatch,
    log,
  }

  const consuming = { probe: () => db.ping() }
  starting.use(await broker.consume(channelsChanged, service, onChannelsChanged(tools), consuming))
  starting.use(await broker.consume(preflightChanged, service, onPreflightChanged(tools), consuming))
  starting.use(await broker.consume(urlsSkipped, service, onUrlsSkipped(db), consuming))
  starting.use(await broker.consume(urlsFound, service, onUrlsFound({ db, limits, log }), consuming))
  starting.use(await broker.consume(planChanged, service, onPlanChanged(db), consuming))
  starting.use(await broker.consume(projectDeleted, service, onProjectDeleted(db), consuming))

  starting.use(startDedupeSweep(tools))
  starting.use(startRetention(tools))
  starting.use(startWaitingDrain({ db, limits, outbox, ...submissions, log }))
  starting.use(startQuotaWarnings({ db, publish: (...warning) => broker.publish(quotaReached, ...warning), log }))

  const requestLog = starting.use(startRequestLog({ db, log }))

  const services = [
    hooksRpc(tools),
    quotasRpc(tools),
    usageDaysRpc(db),
    previewRpc(tools),
    submissionsRpc(tools),
    resubmissionsRpc(tools),
    requestsRpc(tools),
    sourcesRpc(tools),
    foundUrlsRpc(tools),
  ]
  const port = config.INTAKE_RPC_PORT
  const rpc = starting.use(await serveRpc({ port, host, internalToken, rpcCallers, log, services }))
  const trustProxy = config.INTAKE_TRUST_PROXY.split(',').filter((cidr) => cidr !== '')
  const untrustedClients = config.INTAKE_AT_EDGE === true
  const routeTools = {
    ...tools,
    ...submissions,
    deliveries,
    requestScan,
    requestLog,
    findKeyFile: channelCare.findKeyFile,
  }
  const app = createApp({ log, untrustedClients, trustProxy }, routeTools)
  const http = starting.use(await listen(app, { port: config.INTAKE_PORT, host }))
  // Redis and RabbitMQ are not checked: every request can be accepted without them.
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
