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
import { Deliveries, ForcedBatches, Hooks, Quotas, Rehearsals, UsageDays } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { inSharedSpan } from '@pagebell/runtime/span'
import { createApp } from './app.ts'
import { forcedCommits } from './commit-forced.ts'
import type { Accepted, Commit } from './commit-group.ts'
import { commitRequests } from './commit-requests.ts'
import { onChannelsChanged } from './consume/channels-changed.ts'
import { onPlanChanged } from './consume/plan-changed.ts'
import { onProjectDeleted } from './consume/project-deleted.ts'
import { channelFinder } from './find-channels.ts'
import { findDeliveries } from './find-deliveries.ts'
import { rememberOwners } from './find-owner.ts'
import { claimOutbox } from './queries/claim-outbox.ts'
import { countMarkPages } from './queries/count-mark-pages.ts'
import { deleteOldBatches } from './queries/delete-old-batches.ts'
import { deleteOldKeys } from './queries/delete-old-keys.ts'
import { deleteOldMarks } from './queries/delete-old-marks.ts'
import { deleteOldWarnings } from './queries/delete-old-warnings.ts'
import { deleteOutbox } from './queries/delete-outbox.ts'
import { findBatch } from './queries/find-batch.ts'
import { findChannels } from './queries/find-channels.ts'
import { findOwner } from './queries/find-owner.ts'
import { measureOutbox } from './queries/measure-outbox.ts'
import { submitGroup } from './queries/submit-group.ts'
import { relayOutbox } from './relay-outbox.ts'
import { closeProject } from './rpc/close-project.ts'
import { forceUrls } from './rpc/force-urls.ts'
import { getHook } from './rpc/get-hook.ts'
import { getUsage } from './rpc/get-usage.ts'
import { listForcedBatches } from './rpc/list-forced-batches.ts'
import { listUsageDays } from './rpc/list-usage-days.ts'
import { revokeHook } from './rpc/revoke-hook.ts'
import { rotateHook } from './rpc/rotate-hook.ts'
import { setChannels } from './rpc/set-channels.ts'
import { setHookEnabled } from './rpc/set-hook-enabled.ts'
import { setLimits } from './rpc/set-limits.ts'
import { tryUrls } from './rpc/try-urls.ts'
import { createShield } from './shield.ts'
import { submitUrls } from './submit-urls.ts'
import { sweepMarks, sweepOld } from './sweep-ledger.ts'
import { tellWarnings } from './tell-warnings.ts'

/** What config.ts reads from the environment. */
export type Settings = {
  DATABASE_URL: string
  REDIS_URL: string
  REDIS_PREFIX: string
  AMQP_URL: string
  AMQP_PREFIX: string
  INTERNAL_TOKEN: string
  HOST: string
  INTAKE_PORT: number
  INTAKE_RPC_PORT: number
  INTAKE_HEALTH_PORT: number
  NOTIFIER_RPC: string
  DEDUPE_WINDOW_SECONDS: number
  HOOK_REQUESTS_PER_MINUTE: number
  BATCH_RETENTION_DAYS: number
}

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(env: Settings, log: Log) {
  await using starting = new AsyncDisposableStack()
  const windowSeconds = env.DEDUPE_WINDOW_SECONDS
  const windowMs = windowSeconds * 1_000
  // A statement may take as long as a caller waits at most: what it was for has been answered by then.
  const db = starting.use(
    connectDatabase({ url: env.DATABASE_URL, log, applicationName: 'intake', statementTimeoutMs: 2_500 }),
  )
  await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
  const redis = starting.use(connectRedis({ url: env.REDIS_URL, prefix: env.REDIS_PREFIX, log }))
  const broker = starting.use(
    await connectBroker({ url: env.AMQP_URL, prefix: env.AMQP_PREFIX, log, service: 'intake' }),
  )
  const { INTERNAL_TOKEN: internalToken, HOST: host } = env
  const deliveries = starting.use(connectRpc(Deliveries, { address: env.NOTIFIER_RPC, internalToken }))

  const relay = starting.use(
    relayOutbox({
      send: (body, envelope) => broker.publish(urlsSubmitted, body, envelope),
      ping: () => broker.ping(),
      claim: (atMost) => claimOutbox(db, atMost),
      forget: (batchIds) => deleteOutbox(db, batchIds),
      measure: (countTo) => measureOutbox(db, countTo),
      log,
    }),
  )
  const shield = createShield(redis, { windowMs, requestsPerMinute: env.HOOK_REQUESTS_PER_MINUTE, log })
  const onCommitted = (commit: Commit, { at }: Accepted, urls: string[]) => {
    const { traceparent = null } = commit
    relay.publishNow({ ...commit, traceparent, urls, submittedAt: new Date(at).toISOString() })
  }
  const commit = commitRequests({
    shield,
    commitGroup: (group) =>
      inSharedSpan(
        group.map(({ traceparent }) => traceparent),
        { name: 'commit requests', kind: 'internal', attributes: { 'pagebell.requests': group.length } },
        () => submitGroup(db, group, windowSeconds),
      ),
    onCommitted,
  })
  const commitForced = forcedCommits({ db, shield, onCommitted })
  const askOwner = (tokenHash: Buffer) => findOwner(db, tokenHash)
  const channels = channelFinder((owner) => findChannels(db.of(owner.accountId), owner), 1_000)
  const app = createApp(log, {
    submit: (submission, onQuota) => submitUrls(submission, { commit, backlogIsFull: relay.isFull, windowMs, onQuota }),
    findOwner: rememberOwners(askOwner),
    findChannels: channels.find,
    askOwner,
    findBatch: (owner, batchId) => findBatch(db.of(owner.accountId), owner, batchId, env.BATCH_RETENTION_DAYS),
    findDeliveries: (accountId, batchId) => findDeliveries(deliveries.getBatch, accountId, batchId),
  })
  const services = [
    implement(Hooks, {
      getHook: getHook(db),
      rotateHook: rotateHook(db),
      setHookEnabled: setHookEnabled(db),
      revokeHook: revokeHook(db),
    }),
    implement(Quotas, {
      getUsage: getUsage(db),
      setLimits: setLimits(db),
      setChannels: setChannels(db, channels.forget),
      closeProject: closeProject(db),
    }),
    implement(ForcedBatches, {
      forceUrls: forceUrls({
        db,
        findChannels: channels.find,
        submit: (submission, force) =>
          submitUrls(submission, {
            commit: commitForced(force),
            backlogIsFull: relay.isFull,
            windowMs,
            onQuota: () => undefined,
          }),
      }),
      listForcedBatches: listForcedBatches(db),
    }),
    implement(UsageDays, { listUsageDays: listUsageDays(db) }),
    implement(Rehearsals, { tryUrls: tryUrls(db, windowSeconds) }),
  ]
  const consuming = { probe: () => db.ping() }
  const toChannels = onChannelsChanged(db, channels.forget)
  starting.use(await broker.consume(channelsChanged, 'intake', toChannels, consuming))
  starting.use(await broker.consume(planChanged, 'intake', onPlanChanged(db), consuming))
  starting.use(await broker.consume(projectDeleted, 'intake', onProjectDeleted(db), consuming))
  const portions = [
    (atMost: number) => deleteOldKeys(db, atMost),
    (atMost: number) => deleteOldBatches(db, env.BATCH_RETENTION_DAYS, atMost),
    (atMost: number) => deleteOldWarnings(db, atMost),
  ]
  const marks = {
    countPages: () => countMarkPages(db),
    deleteOn: (from: number, to: number) => deleteOldMarks(db, windowSeconds, from, to),
  }
  // A walk reads the whole ledger: ten of them while a mark is kept cost the same by mark, however long that is.
  const markSweepMs = Math.min(Math.max(60_000, windowMs / 10), 86_400_000)
  starting.use(repeat(markSweepMs, (signal) => sweepMarks(marks, signal), log, 'sweeping the ledger'))
  starting.use(repeat(600_000, (signal) => sweepOld(portions, signal), log, 'sweeping what is old'))
  const sendWarning: Parameters<typeof tellWarnings>[1] = (body, envelope) =>
    broker.publish(quotaReached, body, envelope)
  starting.use(repeat(1_000, (signal) => tellWarnings(db, sendWarning, signal), log, 'telling of quotas'))
  const rpc = starting.use(await serveRpc({ port: env.INTAKE_RPC_PORT, host, internalToken, log, services }))
  const http = starting.use(await listen(app, { port: env.INTAKE_PORT, host }))
  // Redis and RabbitMQ are not asked: every request can be taken in without them.
  const health = starting.use(await serveHealth(env.INTAKE_HEALTH_PORT, { database: () => db.ping() }, log, host))

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
