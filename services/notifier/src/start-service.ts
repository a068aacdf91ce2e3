import { connectBroker } from '@pagebell/broker/broker'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { quotaReached } from '@pagebell/messages/quota-reached'
import { reportEnded } from '@pagebell/messages/report-ended'
import { urlsSubmitted } from '@pagebell/messages/urls-submitted'
import { connectDatabase } from '@pagebell/postgres/database'
import { readsThatMayLag } from '@pagebell/postgres/reads-that-may-lag'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { ChannelCare, ChannelSettings, Deliveries, EventEndpoints } from '@pagebell/rpc/contracts'
import { implement, serveRpc } from '@pagebell/rpc/serve-rpc'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { createSeal } from '@pagebell/tokens/seal'
import type { Channel } from './channel.ts'
import { checkHeldKeys } from './check-held-keys.ts'
import { checkKeyFiles } from './check-key-files.ts'
import { onProjectDeleted } from './consume/project-deleted.ts'
import { onQuotaReached } from './consume/quota-reached.ts'
import { onReportEnded } from './consume/report-ended.ts'
import { onUrlsSubmitted, setUrlsAside } from './consume/urls-submitted.ts'
import { type Claim, operatorEngine, type Rate } from './dispatch.ts'
import { otherDispatcher } from './dispatch-others.ts'
import type { EventSchedule } from './event-schedule.ts'
import { engineFetcher } from './fetch-engine.ts'
import { otherEngineFetcher } from './fetch-other-engine.ts'
import { receiverFetcher } from './fetch-receiver.ts'
import { siteFetcher } from './fetch-site.ts'
import { settingsFinder } from './find-settings.ts'
import { forgetEvents } from './forget-events.ts'
import { keepLeases } from './leases.ts'
import { type Channels, loadChannels } from './load-channels.ts'
import { createMemory } from './memory.ts'
import { deleteUnusedStates } from './queries/delete-unused-states.ts'
import { renewDeliveries } from './renew-deliveries.ts'
import type { Schedule } from './retry-schedule.ts'
import { askEngine } from './rpc/ask-engine.ts'
import { checkKeyFile } from './rpc/check-key-file.ts'
import { countRejected } from './rpc/count-rejected.ts'
import { deleteEndpoint } from './rpc/delete-endpoint.ts'
import { getBatch } from './rpc/get-batch.ts'
import { getCare } from './rpc/get-care.ts'
import { getDelivery } from './rpc/get-delivery.ts'
import { getEndpoint } from './rpc/get-endpoint.ts'
import { listDeliveries } from './rpc/list-deliveries.ts'
import { listEvents } from './rpc/list-events.ts'
import { pauseChannel } from './rpc/pause-channel.ts'
import { pauseEverywhere } from './rpc/pause-everywhere.ts'
import { putEndpoint } from './rpc/put-endpoint.ts'
import { reencryptSecrets } from './rpc/reencrypt-secrets.ts'
import { requeueDeliveries } from './rpc/requeue-deliveries.ts'
import { rotateSecret } from './rpc/rotate-secret.ts'
import { sendTest } from './rpc/send-test.ts'
import { setEndpointEnabled } from './rpc/set-endpoint-enabled.ts'
import { type Lanes, startDispatchers } from './start-dispatchers.ts'
import { startEvents } from './start-events.ts'
import { sweepLog } from './sweep-log.ts'
import { watchBatches } from './watch-batches.ts'

export type Settings = {
  databaseUrl: string
  /** Empty or left out: there is none. */
  replicaUrl?: string
  amqpUrl: string
  amqpPrefix: string
  internalToken: string
  rpcCallers?: string
  projectRpc: string
  host: string
  rpcPort: number
  healthPort: number
  /** Channel id → the operator's endpoint. */
  endpoints: Record<string, string>
  schedule: Schedule
  rate: Rate
  lanes: Lanes
  engineTimeoutMs: number
  /** How long the log is kept, and how often what is older is looked for. */
  retention: { days: number; everyMs: number }
  rememberSettingsMs: number
  settingsKey: string
  /** Under which people reach the system, without a slash at the end. */
  publicUrl: string
  eventSchedule: EventSchedule
  reach: { allow: string[]; dnsServers: string[]; userAgent: string }
}

export type Service = AsyncDisposable & { rpcPort: number; healthPort: number }

const forgetEvery = 600_000
/** Longer than the longest pause, so that pauses double while an engine goes on asking for them. */
const unusedStateMs = 2 * 3_600_000

/** Read down to learn the service; it shuts down in the reverse order. */
export async function startService(settings: Settings, log: Log): Promise<Service> {
  const { internalToken, rpcCallers, schedule, rate, lanes, host } = settings
  const channels = await loadChannels()
  const fetchSite = siteFetcher(settings.reach)

  await using running = new AsyncDisposableStack()
  const db = running.use(connectDatabase({ url: settings.databaseUrl, log, applicationName: 'notifier' }))
  await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
  const lists = settings.replicaUrl
    ? readsThatMayLag(
        db,
        running.use(connectDatabase({ url: settings.replicaUrl, log, applicationName: 'notifier replica' })),
        log,
      )
    : db
  const { amqpUrl: url, amqpPrefix: prefix } = settings
  const broker = running.use(await connectBroker({ url, prefix, log, service: 'notifier' }))
  const projects = running.use(
    connectRpc(ChannelSettings, { address: settings.projectRpc, internalToken, caller: 'notifier' }),
  )
  const fetch = running.use(engineFetcher(settings.engineTimeoutMs))
  const findSettings = settingsFinder(projects.openSettings, settings.rememberSettingsMs)

  const engines = [...channels.values()].flatMap((channel) => {
    const endpoint = settings.endpoints[channel.id]
    return endpoint === undefined ? [] : [operatorEngine(db, channel, endpoint)]
  })
  const fetchOther = otherEngineFetcher(settings.reach, settings.engineTimeoutMs)
  const memory = createMemory()
  const stop = new AbortController()
  const renew = (claims: Claim[]) => renewDeliveries(db, claims, schedule.lease)
  const leases = running.use(keepLeases(schedule.lease, renew, log, 'renewal of claims'))
  const sending = { findSettings, fetch, fetchOther, look: fetchSite, memory }
  const dispatching = { db, log, schedule, rate, ...sending, leases, stopping: stop.signal }
  for (const lane of startDispatchers(dispatching, engines, lanes)) running.use(lane)
  for (const { channel } of engines.filter((engine) => engine.channel.endpoints !== undefined)) {
    const others = running.use(otherDispatcher(dispatching, channel))
    const name = `other endpoints of ${channel.id}`
    running.use(repeat(5 * lanes.pollMs, (signal) => others.round(signal), log, name))
  }
  const checking = { db, log, schedule, channels, findSettings, fetchSite }
  running.use(repeat(Math.min(schedule.keyCheck, 5_000), () => checkHeldKeys(checking), log, 'check of held keys'))

  const keyFiles = { db, log, channel: provenBy(channels), findSettings, fetchSite }
  const lookEvery = Math.min(schedule.keyFile, 5_000)
  running.use(repeat(lookEvery, () => checkKeyFiles(keyFiles, schedule.keyFile), log, 'look at key files'))

  const { eventSchedule } = settings
  const seal = createSeal(settings.settingsKey, 'event endpoints')
  const fetchReceiver = receiverFetcher(settings.reach, eventSchedule.answer)
  const events = running.use(
    startEvents({ db, log, seal, schedule: eventSchedule, fetch: fetchReceiver, stopping: stop.signal }, lanes.pollMs),
  )
  running.defer(() => stop.abort())
  const watching = { db, sendNow: () => events.now() }
  running.use(repeat(eventSchedule.watch, (signal) => watchBatches(watching, signal), log, 'watching batches'))
  const forget = (signal: AbortSignal) => forgetEvents(db, eventSchedule.kept, signal)
  running.use(repeat(forgetEvery, forget, log, 'forgetting old events'))
  const forgetStates = async () => void (await db.query(deleteUnusedStates(unusedStateMs)))
  running.use(repeat(forgetEvery, forgetStates, log, 'forgetting unused endpoints'))
  const { days, everyMs } = settings.retention
  running.use(repeat(everyMs, (signal) => sweepLog(db, days, signal), log, 'sweep of the log'))

  const probe = () => db.ping()
  const toDeliveries = onUrlsSubmitted({ db, log, channels, schedule })
  running.use(
    await broker.consume(urlsSubmitted, 'notifier', toDeliveries, { probe, onDead: setUrlsAside({ db, log }) }),
  )
  running.use(await broker.consume(projectDeleted, 'notifier', onProjectDeleted({ db }), { probe }))
  const toEvents = { db, publicUrl: settings.publicUrl, sendNow: () => events.now() }
  running.use(await broker.consume(reportEnded, 'notifier', onReportEnded(toEvents), { probe }))
  running.use(await broker.consume(quotaReached, 'notifier', onQuotaReached(toEvents), { probe }))
  const services = [
    implement(Deliveries, {
      listDeliveries: listDeliveries({ db: lists }),
      getBatch: getBatch({ db }),
      getDelivery: getDelivery({ db }),
      requeueDeliveries: requeueDeliveries({ db }),
      countRejected: countRejected({ db }),
    }),
    implement(ChannelCare, {
      getCare: getCare(db),
      pauseChannel: pauseChannel(db, channels),
      pauseEverywhere: pauseEverywhere(db, channels),
      checkKeyFile: checkKeyFile(keyFiles),
      askEngine: askEngine({ channels, endpoints: settings.endpoints, findSettings, fetch, look: fetchSite, memory }),
    }),
    implement(EventEndpoints, {
      getEndpoint: getEndpoint(db),
      putEndpoint: putEndpoint({ db, seal, allow: settings.reach.allow }),
      setEndpointEnabled: setEndpointEnabled(db),
      rotateSecret: rotateSecret({ db, seal }),
      deleteEndpoint: deleteEndpoint(db),
      sendTest: sendTest({ db, restMs: eventSchedule.rest, sendNow: () => events.now() }),
      listEvents: listEvents(db),
      reencryptSecrets: reencryptSecrets({ db, seal }),
    }),
  ]
  const rpc = running.use(await serveRpc({ port: settings.rpcPort, host, internalToken, rpcCallers, log, services }))
  const checks = { database: probe, broker: () => broker.ping() }
  const health = running.use(await serveHealth(settings.healthPort, checks, log, host))

  const stack = running.move()
  return { rpcPort: rpc.port, healthPort: health.port, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** The channel whose engines look for a proof on the site themselves. */
function provenBy(channels: Channels): Channel {
  const found = [...channels.values()].find((channel) => channel.verify !== undefined)
  if (found === undefined) throw new Error('No channel looks for a proof.')
  return found
}
