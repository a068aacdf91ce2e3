import { collectStart } from '@pagebell/runtime/collect-start'
import { createLog } from '@pagebell/runtime/log'
import { warnOfRisks } from '@pagebell/runtime/production-risks'
import { readConfig } from '@pagebell/runtime/read-config'
import { untilSignal } from '@pagebell/runtime/until-signal'
import { startTelemetry } from '@pagebell/telemetry/start-telemetry'
import { config } from './config.ts'
import { startService } from './service.ts'

// The only file that reads the environment; service.ts is what it starts, and what the component tests start.
const env = readConfig(config, process.env)
const log = createLog('panel', env.LOG_LEVEL)
warnOfRisks(config, env, process.env, log)
await using _telemetry = await startTelemetry('panel', process.env, log)

await using service = await startService(env, log)
log.info({ url: service.url, health: service.healthPort }, 'ready')

collectStart()
log.info({ signal: await untilSignal() }, 'stopping')
