import { connectBroker } from '@pagebell/broker/broker'
import { pagesChecked } from '@pagebell/messages/pages-checked'
import { pagesSubmitted } from '@pagebell/messages/pages-submitted'
import { planChanged } from '@pagebell/messages/plan-changed'
import { projectDeleted } from '@pagebell/messages/project-deleted'
import { scanRequested } from '@pagebell/messages/scan-requested'
import { urlsAnnounced } from '@pagebell/messages/urls-announced'
import { urlsFound } from '@pagebell/messages/urls-found'
import { watchRecovered } from '@pagebell/messages/watch-recovered'
import { watchTroubled } from '@pagebell/messages/watch-troubled'
import { startOutbox } from '@pagebell/outbox/outbox'
import { connectDatabase } from '@pagebell/postgres/database'
import { requireMigrations } from '@pagebell/postgres/require-migrations'
import { connectRpc } from '@pagebell/rpc/connect-rpc'
import { FoundUrls } from '@pagebell/rpc/contracts'
import { serveRpc } from '@pagebell/rpc/serve-rpc'
import type { Log } from '@pagebell/runtime/log'
import { repeat } from '@pagebell/runtime/repeat'
import { serveHealth } from '@pagebell/runtime/serve-health'
import { safeFetcher } from '@pagebell/safe-fetch/safe-fetcher'
import { createSeal } from '@pagebell/tokens/seal'
import { startComparisonRunner } from './changing-blocks/comparison-runner.ts'
import { startCheckRunner } from './checks/check-runner.ts'
import { onPagesSubmitted } from './checks/pages-submitted.consumer.ts'
import { createTryPages } from './checks/try-pages.ts'
import { type Config, splitList, type Timing } from './config.ts'
import { startWaitRunner } from './deploy-waits/wait-runner.ts'
import { startPageReader } from './fetching/page-reader.ts'
import { createSiteReader } from './fetching/site-facts.ts'
import { onPlanChanged } from './limits/plan-changed.consumer.ts'
import { pagesRpc } from './pages/pages.rpc.ts'
import { onProjectDeleted } from './projects/project-deleted.consumer.ts'
import { sweepOld } from './retention.ts'
import { callbackBaseOf } from './subscriptions/callback-base.ts'
import { createSubscriptionPlanner } from './subscriptions/plan-subscription.ts'
import { createShowSubscriptions } from './subscriptions/show-subscriptions.ts'
import { startSubscriptionRunner } from './subscriptions/subscription-runner.ts'
import { subscriptionsRpc } from './subscriptions/subscriptions.rpc.ts'
import { onUrlsAnnounced } from './verdicts/urls-announced.consumer.ts'
import { onScanRequested } from './watches/scan-requested.consumer.ts'
import { pushCooldownMs, startWatches } from './watches/start-watches.ts'
import { watchesRpc } from './watches/watches.rpc.ts'
import { scanSoon } from './watches/watches.sql.ts'

/** The service as it runs. Read it down to learn its parts; read it up to learn the order in which they stop. */
export async function startService(config: Config, timing: Timing, log: Log) {
  await using starting = new AsyncDisposableStack()
  const service = 'pages'

  const db = starting.use(connectDatabase({ url: config.DATABASE_URL, log, applicationName: service }))
  await requireMigrations(db, new URL('../migrations/', import.meta.url), log)
  const broker = starting.use(await connectBroker({ url: config.AMQP_URL, prefix: config.AMQP_PREFIX, log, service }))
  const messages = [pagesChecked, urlsFound, watchRecovered, watchTroubled]
  const outbox = starting.use(startOutbox({ db, broker, messages, log }))

  const reader = starting.use(startPageReader())
  const fetch = safeFetcher({
    allow: splitList(config.FETCH_ALLOW),
    dnsServers: splitList(config.DNS_SERVERS),
    userAgent: `PagebellBot/1.0 (+${config.PUBLIC_URL})`,
  })
  const sites = createSiteReader(fetch, reader)
  const looking = {
    db,
    fetch,
    reader,
    sites,
    pace: { connections: 2, intervalMs: timing.interval },
    leaseMs: timing.lease,
  }
  const runner = starting.use(
    startCheckRunner({
      ...looking,
      outbox,
      log,
      hosts: config.CHECKED_HOSTS_AT_ONCE,
      pollMs: timing.poll,
      sliceMs: timing.slice,
      waitFactor: timing.waitFactor,
    }),
  )
  const waiting = { db, fetch, outbox, log, runner, pollMs: timing.poll, requestMs: timing.wait }
  starting.use(startWaitRunner(waiting))
  starting.use(startComparisonRunner({ ...looking, log, pollMs: timing.poll, gapMs: timing.compare }))
  const { INTERNAL_TOKEN: internalToken, RPC_CALLERS: rpcCallers, HOST: host } = config
  const intake = starting.use(connectRpc(FoundUrls, { address: config.INTAKE_RPC, internalToken, caller: service }))
  const seal = createSeal(config.SETTINGS_KEY, 'hub subscriptions')
  const callbackBase = callbackBaseOf(config.PUBLIC_URL, splitList(config.FETCH_ALLOW))
  const { watchPoll: pollMs, waitFactor } = timing
  starting.use(startSubscriptionRunner({ db, fetch, seal, log, callbackBase, pollMs, waitFactor }))
  const watches = starting.use(
    startWatches({
      ...looking,
      outbox,
      log,
      intake,
      runner,
      planSubscription: createSubscriptionPlanner(seal, waitFactor),
      pollMs,
      waitFactor,
    }),
  )
  starting.use(repeat(timing.sweep, (signal) => sweepOld(db, signal), log, 'the sweep of what is old'))

  const probe = () => db.ping()
  starting.use(await broker.consume(pagesSubmitted, service, onPagesSubmitted({ db, outbox, runner }), { probe }))
  starting.use(await broker.consume(urlsAnnounced, service, onUrlsAnnounced(db), { probe }))
  starting.use(await broker.consume(planChanged, service, onPlanChanged(db), { probe }))
  starting.use(await broker.consume(scanRequested, service, onScanRequested({ db, watches }), { probe }))
  starting.use(await broker.consume(projectDeleted, service, onProjectDeleted(db), { probe }))

  const services = [
    watchesRpc({ db, watches, showSubscriptions: createShowSubscriptions(callbackBase) }),
    subscriptionsRpc({
      db,
      seal,
      watches,
      scanSoon: (q, { watchId: id, ...project }) => scanSoon(q, { ...project, id }, pushCooldownMs * waitFactor),
    }),
    pagesRpc({ db, tryPages: createTryPages({ ...looking, requestMs: timing.request }), publicUrl: config.PUBLIC_URL }),
  ]
  const rpc = starting.use(
    await serveRpc({ port: config.PAGES_RPC_PORT, host, internalToken, rpcCallers, log, services }),
  )
  const dependencies = { database: probe, broker: () => broker.ping() }
  const health = starting.use(await serveHealth(config.PAGES_HEALTH_PORT, dependencies, log, host))

  const running = starting.move()
  return { rpcPort: rpc.port, healthPort: health.port, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
