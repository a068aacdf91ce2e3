import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpointsAt } from '@pagebell/channel-settings/all-channels'
import { choosePorts, type Ports } from './choose-ports.ts'
import { claimFolder } from './claim-folder.ts'
import { makeDemo } from './demo.ts'
import { destroyTraces } from './destroy-traces.ts'
import type { Servers } from './find-servers.ts'
import { formatLog, isRequestLine } from './format-log.ts'
import { type Demo, readSecrets } from './keep-secrets.ts'
import { type LaunchedProcess, launchProcess } from './launch-process.ts'
import { prepareDatabases } from './prepare-databases.ts'
import type { Addresses } from './print-welcome.ts'
import { localHost, serviceEnv, systemEnv } from './service-env.ts'
import { inspectPortOf, type ServiceName, services } from './service-list.ts'

export type SystemOptions = {
  dataDir: string
  servers: Pick<Servers, 'databaseUrl' | 'redisUrl' | 'amqpUrl'>
  /** Prefix of the names of databases, roles, keys and queues; lower-case letters, digits and _. */
  prefix?: string
  /** Any free ports instead of the defaults. */
  freePorts?: boolean
  /** Of each service; default 1. All but the first take any free ports. */
  copies?: number
  /** Default: process.env. */
  env?: NodeJS.ProcessEnv
  /** Aborts the start; startSystem then rejects with its reason. */
  signal?: AbortSignal
  /** Omits the log lines of requests that succeeded. */
  quietRequests?: boolean
  /** A debugger can attach to each service, at its own port. */
  inspect?: boolean
  /** Receives the processes' formatted log lines. */
  log: (line: string) => void
}

export type ServiceCopy = { service: ServiceName; process: LaunchedProcess; ports: Ports; readyUrl: string }

export type System = {
  addresses: Addresses
  ports: Ports
  demo: Demo
  /** At the first start: creates the user's account at /setup of the panel, once. */
  setupToken: string | undefined
  /** The admin command's environment. */
  env: Record<string, string>
  process(name: ServiceName | 'sandbox' | 'sample-site'): LaunchedProcess
  /** All of them. */
  processes(): readonly LaunchedProcess[]
  /** All copies of all services, grouped by service. */
  copies: ServiceCopy[]
  /** Starts another copy of a service, which the others do not call, on the ports that `env` sets. */
  launchCopy(service: ServiceName, env: NodeJS.ProcessEnv): Promise<LaunchedProcess>
  /** Stops every process, callers first. */
  stop(): Promise<void>
  /** Stops, and deletes the databases, roles, keys and queues of this system. */
  destroy(): Promise<void>
}

/** Starts the whole system on given servers: databases, services, sandbox engine, sample site and demo account. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { dataDir, servers, log, signal, env = process.env } = options
  await mkdir(dataDir, { recursive: true })
  const claim = await claimFolder(dataDir)
  const launched: LaunchedProcess[] = []
  const runFile = join(dataDir, 'run.json')

  const stop = async (): Promise<void> => {
    await rm(runFile, { force: true })
    const [gateway, rest] = [launched.filter(isGateway), launched.filter((one) => !isGateway(one))]
    launched.length = 0
    // The gateway drains first, while its upstream services respond; the others finish their work in progress.
    await Promise.all(gateway.map((one) => one.stop()))
    await Promise.all(rest.map((one) => one.stop()))
    await claim.release()
  }

  try {
    const ports = await choosePorts(env, options.freePorts ?? false)
    const morePorts: Ports[] = []
    while (morePorts.length + 1 < (options.copies ?? 1)) morePorts.push(await choosePorts({}, true))
    const databases = await prepareDatabases({ databaseUrl: servers.databaseUrl, dataDir, prefix: options.prefix, log })
    const secrets = await readSecrets(dataDir)
    const host = env['HOST'] ?? '127.0.0.1'
    const at = (variable: string): string => `${localHost(host)}:${ports[variable]}`
    const sandboxUrl = `http://${at('SANDBOX_PORT')}`
    const settings = {
      ports,
      morePorts,
      host,
      publicUrl: env['PUBLIC_URL'] ?? `http://${at('GATEWAY_PORT')}`,
      databaseUrls: databases.urls,
      redisUrl: servers.redisUrl,
      amqpUrl: servers.amqpUrl,
      prefix: databases.prefix,
      internalToken: env['INTERNAL_TOKEN'] ?? secrets.internalToken,
      settingsKey: env['SETTINGS_KEY'] ?? secrets.settingsKey,
      // The sample site is on this machine, whose addresses the analyzer blocks by default.
      fetchAllow: [env['FETCH_ALLOW'], `${localHost(host)}/32`].filter(Boolean).join(','),
      engineEndpoints: endpointsAt(sandboxUrl),
    }

    const launch = async (
      name: string,
      program: string,
      processEnv: NodeJS.ProcessEnv,
      readyUrl: string,
      inspectPort?: number,
    ) => {
      const onLine = (line: string): void => {
        if (!(options.quietRequests && isRequestLine(line))) log(formatLog(name, line))
      }
      const one = await launchProcess({
        name,
        program,
        env: processEnv,
        inspectPort,
        readyUrl,
        onLine,
        onStart: claim.note,
        signal,
      })
      launched.push(one)
      return one
    }
    const launchService = (service: ServiceName, extra: NodeJS.ProcessEnv = {}) => {
      // A debugger cannot attach to a process under Node's permission model, which the analyzer uses.
      const inspected = options.inspect ? { NODE_OPTIONS: env['NODE_OPTIONS'] ?? '' } : {}
      const launchEnv = { ...serviceEnv(service, settings, env), ...inspected, ...extra }
      const inspectPort = options.inspect ? inspectPortOf(service) : undefined
      return launch(service, `services/${service}/src/main.ts`, launchEnv, readyUrl(launchEnv, service), inspectPort)
    }
    const readyUrl = (processEnv: NodeJS.ProcessEnv, service: ServiceName) =>
      `http://${localHost(host)}:${processEnv[`${service.toUpperCase()}_HEALTH_PORT`]}/readyz`
    const copies: ServiceCopy[] = []
    const launchCopies = async (service: ServiceName): Promise<void> => {
      for (const copyPorts of [ports, ...morePorts]) {
        const portEnv = Object.fromEntries(
          Object.entries(copyPorts).map(([variable, port]) => [variable, String(port)]),
        )
        const process = await launchService(service, portEnv)
        copies.push({ service, process, ports: copyPorts, readyUrl: readyUrl(portEnv, service) })
      }
    }

    const tool = {
      ...env,
      HOST: host,
      SANDBOX_PORT: String(ports['SANDBOX_PORT']),
      SAMPLE_SITE_PORT: String(ports['SAMPLE_SITE_PORT']),
    }
    log(`Starting ${services.length} services …`)
    await launch('sandbox', 'tools/sandbox/src/main.ts', tool, `${sandboxUrl}/received`)
    await inTurn(
      services.filter((service) => service !== 'gateway'),
      launchCopies,
    )
    await launchCopies('gateway')

    const { demo, indexnowKey, setupToken } = await makeDemo({
      projectRpc: at('PROJECT_RPC_PORT'),
      intakeRpc: at('INTAKE_RPC_PORT'),
      internalToken: settings.internalToken,
      dataDir,
      project: localHost(host),
    })
    const sampleSiteUrl = `http://${at('SAMPLE_SITE_PORT')}`
    const site = { ...tool, INDEXNOW_KEYS: env['INDEXNOW_KEYS'] ?? indexnowKey }
    await launch('sample-site', 'tools/sandbox/src/sample-site-main.ts', site, `${sampleSiteUrl}/`)

    const adminEnv = systemEnv(settings)
    await writeFile(runFile, JSON.stringify({ env: adminEnv }, null, 2), { mode: 0o600 })
    return {
      addresses: { publicUrl: settings.publicUrl, sandboxUrl, sampleSiteUrl },
      ports,
      demo,
      setupToken,
      env: adminEnv,
      process(name) {
        const found = launched.find((one) => one.name === name)
        if (found === undefined) throw new Error(`No process ${name} runs.`)
        return found
      },
      processes: () => [...launched],
      copies,
      launchCopy: launchService,
      stop,
      async destroy() {
        await stop()
        await destroyTraces(servers, databases.prefix)
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const isGateway = (one: LaunchedProcess): boolean => one.name === 'gateway'

/** Three at a time: starting Node is CPU-bound. Starts no more after a failure. */
async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
    }
  }
  const outcomes = await Promise.allSettled([worker(), worker(), worker()])
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
