import { collectStart } from '@pagebell/runtime/collect-start'
import { createLog } from '@pagebell/runtime/log'
import { warnOfRisks } from '@pagebell/runtime/production-risks'
import { readConfig } from '@pagebell/runtime/read-config'
import { untilSignal } from '@pagebell/runtime/until-signal'
import { startTelemetry } from '@pagebell/telemetry/start-telemetry'
import { config } from './config.ts'
import { startService } from './start-service.ts'

// The only file that reads the environment; start-service.ts is what it starts, and what the component tests start.
const env = readConfig(config, process.env)
const log = createLog('analyzer', env.LOG_LEVEL)
warnOfRisks(env, process.env, log)
await using _telemetry = await startTelemetry('analyzer', process.env, log)
const listed = (text: string) => text.split(',').flatMap((item) => item.trim() || [])

await using service = await startService(
  {
    amqpUrl: env.AMQP_URL,
    amqpPrefix: env.AMQP_PREFIX,
    host: env.HOST,
    healthPort: env.ANALYZER_HEALTH_PORT,
    atOnce: env.ANALYSES_AT_ONCE,
    reach: {
      allow: listed(env.FETCH_ALLOW),
      dnsServers: listed(env.DNS_SERVERS),
      userAgent: `PagebellBot/1.0 (+${env.PUBLIC_URL})`,
    },
  },
  log,
)
log.info({ health: service.healthPort }, 'ready')
collectStart()
log.info({ signal: await untilSignal() }, 'stopping')
