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
const log = createLog('report', env.LOG_LEVEL)
warnOfRisks(env, process.env, log)
await using _telemetry = await startTelemetry('report', process.env, log)

await using service = await startService(
  {
    databaseUrl: env.DATABASE_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    amqpUrl: env.AMQP_URL,
    amqpPrefix: env.AMQP_PREFIX,
    internalToken: env.INTERNAL_TOKEN,
    rpcCallers: env.RPC_CALLERS,
    host: env.HOST,
    rpcPort: env.REPORT_RPC_PORT,
    healthPort: env.REPORT_HEALTH_PORT,
    runQueuedSeconds: env.RUN_QUEUED_SECONDS,
    runSilentSeconds: env.RUN_SILENT_SECONDS,
    runsPerAccount: env.RUNS_PER_ACCOUNT,
    runsAhead: env.RUNS_AHEAD,
  },
  log,
)
log.info({ rpc: service.rpcPort, health: service.healthPort }, 'ready')

collectStart()
log.info({ signal: await untilSignal() }, 'stopping')
