import { collectStart } from '@pagebell/runtime/collect-start'
import { createLog, type Log } from '@pagebell/runtime/log'
import { warnOfRisks } from '@pagebell/runtime/production-risks'
import { readConfig } from '@pagebell/runtime/read-config'
import { untilSignal } from '@pagebell/runtime/until-signal'
import type { Static, TObject } from '@pagebell/schema/type'
import { startTelemetry } from './start-telemetry.ts'

type StartedService = AsyncDisposable & { healthPort: number; url?: string; rpcPort?: number }

type ServiceProcess<Config extends TObject> = {
  name: string
  /** The schema of the environment. */
  config: Config
  env: NodeJS.ProcessEnv
  startService(settings: Static<Config>, log: Log): Promise<StartedService>
}

/**
 * Runs a service until SIGTERM or SIGINT: reads its settings, warns of production risks, starts telemetry and then the
 * service, and logs "ready". Stops them in reverse order. Throws what prevents the start.
 */
export async function runService<Config extends TObject>(service: ServiceProcess<Config>): Promise<void> {
  const { name, config, env, startService } = service
  const settings = readConfig(config, env)
  const { LOG_LEVEL: level } = settings as { LOG_LEVEL: string }
  const log = createLog(name, level)
  warnOfRisks(config, settings as Record<string, unknown>, env, log)
  await using _telemetry = await startTelemetry(name, env, log)

  await using started = await startService(settings, log)
  const signal = untilSignal()
  log.info({ url: started.url, rpc: started.rpcPort, health: started.healthPort }, 'ready')

  collectStart()
  log.info({ signal: await signal }, 'stopping')
}
