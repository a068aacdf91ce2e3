import { collectStart } from '@pagebell/runtime/collect-start'
import { createLog } from '@pagebell/runtime/log'
import { warnOfRisks } from '@pagebell/runtime/production-risks'
import { readConfig } from '@pagebell/runtime/read-config'
import { untilSignal } from '@pagebell/runtime/until-signal'
import { startTelemetry } from '@pagebell/telemetry/start-telemetry'
import { config } from './config.ts'
import { eventSchedule } from './event-schedule.ts'
import { schedule } from './retry-schedule.ts'
import { startService } from './start-service.ts'

// The only file that reads the environment; start-service.ts is what it starts, and what the component tests start.
const env = readConfig(config, process.env)
const log = createLog('notifier', env.LOG_LEVEL)
warnOfRisks(env, process.env, log)
await using _telemetry = await startTelemetry('notifier', process.env, log)
const listed = (text: string) => text.split(',').flatMap((item) => item.trim() || [])
const perSecond = env.ENGINE_REQUESTS_PER_SECOND

await using service = await startService(
  {
    databaseUrl: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    amqpUrl: env.AMQP_URL,
    amqpPrefix: env.AMQP_PREFIX,
    internalToken: env.INTERNAL_TOKEN,
    rpcCallers: env.RPC_CALLERS,
    projectRpc: env.PROJECT_RPC,
    host: env.HOST,
    rpcPort: env.NOTIFIER_RPC_PORT,
    healthPort: env.NOTIFIER_HEALTH_PORT,
    endpoints: {
      indexnow: env.INDEXNOW_ENDPOINT,
      google: env.GOOGLE_INDEXING_ENDPOINT,
      bing: env.BING_ENDPOINT,
    },
    schedule,
    rate: { perSecond, burst: Math.max(2 * perSecond, 1) },
    lanes: { perEngine: env.ENGINE_LANES, pollMs: 200 },
    engineTimeoutMs: 10_000,
    retention: { days: env.BATCH_RETENTION_DAYS, everyMs: 600_000 },
    rememberSettingsMs: 5_000,
    settingsKey: env.SETTINGS_KEY,
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ''),
    eventSchedule,
    reach: {
      allow: listed(env.FETCH_ALLOW),
      dnsServers: listed(env.DNS_SERVERS),
      userAgent: `PagebellBot/1.0 (+${env.PUBLIC_URL})`,
    },
  },
  log,
)
log.info({ rpc: service.rpcPort, health: service.healthPort }, 'ready')
collectStart()
log.info({ signal: await untilSignal() }, 'stopping')
