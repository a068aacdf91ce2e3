import { connectBroker } from '@pagebell/broker/broker'
import { alertDigested } from '@pagebell/messages/alert-digested'
import { deliveriesHeld } from '@pagebell/messages/deliveries-held'
import { pagesChecked } from '@pagebell/messages/pages-checked'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { quotaReached } from '@pagebell/messages/quota-reached'
import { reportEnded } from '@pagebell/messages/report-ended'
import { siteReportEnded } from '@pagebell/messages/site-report-ended'
import { urlsAnnounced } from '@pagebell/messages/urls-announced'
import { urlsSkipped } from '@pagebell/messages/urls-skipped'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { urlsSubmittedV2 } from '@pagebell/messages/urls-submitted-v2'
import { watchTroubled } from '@pagebell/messages/watch-troubled'
import { startOutbox } from '@pagebell/outbox/outbox'
import { connectDatabase } from '@pagebell/postgres/database'
import { readFromReplica } from '@pagebell/postgres/replica-reads'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { ChannelSettings, Deliveries } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { createSeal } from '@pagebell/tokens/seal'
import { channelStatusRpc } from './channel-status/channel-status.rpc.ts'
import { createChannelCache } from './channels/channel-cache.ts'
import { createSettingsFinder } from './channels/find-settings.ts'
import { loadChannels } from './channels/load-channels.ts'
import { type Config, operatorEndpoints, publicReach, type Timing } from './config.ts'
import { deliveryCountsRpc } from './deliveries/counts.rpc.ts'
import { deliveryHandlers } from './deliveries/deliveries.rpc.ts'
import { requeueHandlers } from './deliveries/requeue.rpc.ts'
import { startDeliveries } from './deliveries/start-deliveries.ts'
import {
  onUrlsDeadLettered,
  onUrlsDeadLetteredV2,
  onUrlsSubmitted,
  onUrlsSubmittedV2,
} from './deliveries/urls-submitted.consumer.ts'
import { createEngineClient, createOverrideClient, createSiteClient } from './engines/clients.ts'
import { onAlertDigested } from './event-endpoints/alert-digest.consumer.ts'
import { emailLinksRpc } from './event-endpoints/email/email-links.rpc.ts'
import { createMailSender } from './event-endpoints/email/mail-server.ts'
import { readMailServer } from './event-endpoints/email/mail-settings.ts'
import { eventEndpointServices } from './event-endpoints/event-endpoints.rpc.ts'
import { onQuotaReached } from './event-endpoints/quota-reached.consumer.ts'
import { createReceiverClient } from './event-endpoints/receiver-client.ts'
import { onReportEnded } from './event-endpoints/report-ended.consumer.ts'
import { onSiteReportEnded } from './event-endpoints/site-report-ended.consumer.ts'
import { startEventEndpoints } from './event-endpoints/start-event-endpoints.ts'
import { onWatchTroubled } from './event-endpoints/watch-troubled.consumer.ts'
import { publishHolds } from './holds/publish-holds.ts'
import { checkHeldKeys, checkKeyFiles } from './key-files/check-key-files.ts'
import { continueResumptions } from './pauses/resume-channels.ts'
import { onPagesChecked } from './preflight/pages-checked.consumer.ts'
import { sendLate } from './preflight/send-late.ts'
import { onProjectDeleted } from './projects/project-deleted.consumer.ts'

export type Service = AsyncDisposable & { rpcPort: number; healthPort: number }

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(config: Config, timing: Timing, log: Log): Promise<Service> {
  await using starting = new AsyncDisposableStack()
  const { INTERNAL_TOKEN: internalToken, RPC_CALLERS: rpcCallers, HOST: host } = config
  const { poll: pollMs } = timing
  const policy = { ...timing.deliveries, check: config.CHECK_TIMEOUT_SECONDS * 1_000 }
  const [endpoints, reach] = [operatorEndpoints(config), publicReach(config)]

  const connect = (url: string, name: string) => starting.use(connectDatabase({ url, log, applicationName: name }))
  const db = connect(config.DATABASE_URL, 'notifier')
  await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
  const replicaUrl = config.DATABASE_REPLICA_URL
  const lists = replicaUrl === '' ? db : readFromReplica(db, connect(replicaUrl, 'notifier replica'), log)
  const broker = starting.use(
    await connectBroker({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, log, service: 'notifier' }),
  )
  const projects = starting.use(
    connectRpc(ChannelSettings, { address: config.PROJECT_RPC, internalToken, caller: 'notifier' }),
  )

  const outbox = starting.use(startOutbox({ db, broker, messages: [deliveriesHeld, urlsAnnounced, urlsSkipped], log }))

  const channels = await loadChannels()
  const fetchSite = createSiteClient(reach)
  const sending = {
    channels,
    endpoints,
    findSettings: createSettingsFinder(projects.openSettings, timing.settingsTtl),
    fetch: starting.use(createEngineClient(timing.engineTimeout)),
    fetchPage: fetchSite,
    cache: createChannelCache(),
  }
  const stop = new AbortController()
  const perSecond = config.ENGINE_REQUESTS_PER_SECOND
  const deliveries = startDeliveries({
    ...sending,
    db,
    log,
    policy,
    fetchOverride: createOverrideClient(reach, timing.engineTimeout),
    rate: { perSecond, burst: Math.max(timing.burstSeconds * perSecond, 1) },
    stopping: stop.signal,
    workersPerEngine: config.ENGINE_LANES,
    pollMs,
    retention: { days: config.BATCH_RETENTION_DAYS, sweepMs: timing.logSweep },
  })
  starting.use(deliveries)

  const keyFiles = { ...sending, db, log, policy, fetchSite }
  const [heldMs, keyFileMs] = [Math.min(policy.keyCheck, 5_000), Math.min(policy.keyFile, 5_000)]
  starting.use(repeat(heldMs, (signal) => checkHeldKeys(keyFiles, signal), log, 'the check of held keys'))
  starting.use(repeat(keyFileMs, () => checkKeyFiles(keyFiles), log, 'the check of key files'))

  const seal = createSeal(config.SETTINGS_KEY, 'event endpoints')
  const fetchReceiver = createReceiverClient(reach, timing.events.timeout)
  const publicUrl = config.PUBLIC_URL.replace(/\/+$/, '')
  const server = readMailServer(config.SMTP_URL, config.EMAIL_FROM)
  const mail = server && { send: createMailSender(server, timing.mailTimeout), from: server.from }
  const eventTools = {
    db,
    log,
    seal,
    policy: timing.events,
    fetch: fetchReceiver,
    publicUrl,
    mail,
    stopping: stop.signal,
  }
  const events = starting.use(startEventEndpoints(eventTools, pollMs))
  starting.defer(() => stop.abort())
  const sendNow = () => events.now()

  const probe = () => db.ping()
  starting.use(repeat(timing.lateSweep, (signal) => sendLate(db, signal), log, 'the search for late verdicts'))
  const holds = { db, outbox, log, intervalMs: timing.holdCount }
  starting.use(repeat(timing.holdSweep, (signal) => publishHolds(holds, signal), log, 'the count of what is on hold'))
  const { resumeSweep } = timing
  starting.use(repeat(resumeSweep, (signal) => continueResumptions({ db, log }, signal), log, 'the end of pauses'))
  const storing = { db, log, channels, outbox, policy }
  const dead = { probe, onDead: onUrlsDeadLettered(storing) }
  starting.use(await broker.consume(urlsSubmitted, 'notifier', onUrlsSubmitted(storing), dead))
  const deadV2 = { probe, onDead: onUrlsDeadLetteredV2(storing) }
  starting.use(await broker.consume(urlsSubmittedV2, 'notifier', onUrlsSubmittedV2(storing), deadV2))
  const onChecked = onPagesChecked({ db, outbox, policy })
  starting.use(await broker.consume(pagesChecked, 'notifier', onChecked, { probe }))
  starting.use(await broker.consume(projectDeleted, 'notifier', onProjectDeleted(db), { probe }))
  starting.use(await broker.consume(reportEnded, 'notifier', onReportEnded({ db, publicUrl, sendNow }), { probe }))
  starting.use(await broker.consume(quotaReached, 'notifier', onQuotaReached({ db, sendNow }), { probe }))
  starting.use(await broker.consume(alertDigested, 'notifier', onAlertDigested({ db, sendNow }), { probe }))
  starting.use(await broker.consume(siteReportEnded, 'notifier', onSiteReportEnded({ db, sendNow }), { probe }))
  starting.use(await broker.consume(watchTroubled, 'notifier', onWatchTroubled({ db, sendNow }), { probe }))

  const listsOf = (accountId: string) => lists.forAccount(accountId)
  const services = [
    implement(Deliveries, { ...deliveryHandlers({ db, lists: listsOf }), ...requeueHandlers(db) }),
    deliveryCountsRpc({ lists: listsOf }),
    channelStatusRpc(keyFiles),
    emailLinksRpc({ db, seal }),
    ...eventEndpointServices({
      db,
      seal,
      allow: reach.allow,
      maxEndpoints: config.EVENT_ENDPOINTS_PER_PROJECT,
      mail: server && { maxOfAccount: config.EMAIL_CONFIRMATIONS_PER_DAY },
      testCooldownMs: timing.events.cooldown,
      sendNow,
    }),
  ]
  const port = config.NOTIFIER_RPC_PORT
  const rpc = starting.use(await serveRpc({ port, host, internalToken, rpcCallers, log, services }))
  const dependencies = { database: probe, broker: () => broker.ping() }
  const health = starting.use(await serveHealth(config.NOTIFIER_HEALTH_PORT, dependencies, log, host))

  const running = starting.move()
  return { rpcPort: rpc.port, healthPort: health.port, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
