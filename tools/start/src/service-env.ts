import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EndpointVariable } from '@pagebell/channel-settings/all-channels'
import type { Ports } from './choose-ports.ts'
import { type ServiceName, services, workspace } from './service-list.ts'

/** The settings that all processes of one system share. */
export type SystemSettings = {
  ports: Ports
  /** Of the second copy of each service, the third and so on. */
  morePorts: Ports[]
  host: string
  publicUrl: string
  databaseUrls: Record<string, string>
  redisUrl: string
  amqpUrl: string
  prefix: string
  internalToken: string
  fetchAllow: string
  /** Encrypts the secrets of channels and event endpoints, in the project service and the notifier. */
  settingsKey: string
  /** The notifier's endpoint variables, for those that the terminal does not set. */
  engineEndpoints: Partial<Record<EndpointVariable, string>>
}

/** The address at which the processes of this machine reach each other. */
export const localHost = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/** The addresses of all parts; the admin command needs them too. */
export function systemEnv(settings: SystemSettings): Record<string, string> {
  const { ports, morePorts, host, publicUrl, prefix } = settings
  const at = (variable: string, scheme = ''): string =>
    [ports, ...morePorts].map((copy) => `${scheme}${localHost(host)}:${copy[variable]}`).join(',')
  return {
    REDIS_URL: settings.redisUrl,
    REDIS_PREFIX: prefix,
    AMQP_URL: settings.amqpUrl,
    AMQP_PREFIX: prefix,
    INTERNAL_TOKEN: settings.internalToken,
    PUBLIC_URL: publicUrl,
    PROJECT_RPC: at('PROJECT_RPC_PORT'),
    REPORT_RPC: at('REPORT_RPC_PORT'),
    INTAKE_RPC: at('INTAKE_RPC_PORT'),
    NOTIFIER_RPC: at('NOTIFIER_RPC_PORT'),
    PAGES_RPC: at('PAGES_RPC_PORT'),
    INTAKE_URL: at('INTAKE_PORT', 'http://'),
    PANEL_URL: at('PANEL_PORT', 'http://'),
  }
}

/** The variables that each service reads, by the schema of its environment. */
const declared = new Map(
  await Promise.all(
    services.map(async (service): Promise<[ServiceName, Set<string>]> => {
      const path = join(workspace, 'services', service, 'src/config.ts')
      const { config } = (await import(path)) as { config: { properties: object } }
      return [service, new Set(Object.keys(config.properties))]
    }),
  ),
)

/** Variables that Node, OpenTelemetry and system libraries read. */
const readByNode = /^(PATH|HOME|TZ|LANG|LC_[A-Z]+|TMPDIR|SYSTEMROOT|(NODE|OTEL|UV|SSL_CERT|GLIBC)_[A-Z_]+)$/

/** The variables that a service reads, or whose `_FILE` variant it reads: no other service's secrets. */
function readBy(service: ServiceName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = declared.get(service)
  const isRead = (name: string): boolean =>
    readByNode.test(name) || names?.has(name) === true || names?.has(name.replace(/_FILE$/, '')) === true
  return Object.fromEntries(Object.entries(env).filter(([name]) => isRead(name)))
}

/** The services that encrypt channel settings or the secrets of event endpoints, sources and subscriptions to hubs. */
const sealing: readonly ServiceName[] = ['project', 'notifier', 'intake', 'pages']

/**
 * The environment of one service: the variables of the terminal that it reads, overridden by those of the system. A
 * service gets only its own database.
 */
export function serviceEnv(service: ServiceName, settings: SystemSettings, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DATABASE_URL: _admin, DATABASE_REPLICA_URL: replica, SETTINGS_KEY: _sealing, ...terminal } = env
  const ports = Object.fromEntries(Object.entries(settings.ports).map(([variable, port]) => [variable, String(port)]))
  const databaseUrl = settings.databaseUrls[service]
  const { nodeOptions, glibcTunables } = runtimeOf(service)
  const options = [env['NODE_OPTIONS'], nodeOptions].filter(Boolean).join(' ')
  const [, compiled] = /--allow-fs-write=(\S+)\/\*/.exec(nodeOptions ?? '') ?? []
  return readBy(service, {
    ...settings.engineEndpoints,
    ...terminal,
    ...systemEnv(settings),
    ...ports,
    HOST: settings.host,
    HOOKS_URL: env['HOOKS_URL'] ?? settings.publicUrl,
    FETCH_ALLOW: settings.fetchAllow,
    ...(sealing.includes(service) ? { SETTINGS_KEY: settings.settingsKey } : {}),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    ...(databaseUrl === undefined || !replica ? {} : { DATABASE_REPLICA_URL: atServer(databaseUrl, replica) }),
    ...(options === '' ? {} : { NODE_OPTIONS: options }),
    ...(glibcTunables === undefined ? {} : { GLIBC_TUNABLES: glibcTunables }),
    // The one folder that it may write: Node reads its compile cache only there.
    ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: join(workspace, compiled) }),
  })
}

/** The same database, role and password on another server. */
function atServer(databaseUrl: string, server: string): string {
  const url = new URL(databaseUrl)
  url.host = new URL(server).host
  return url.href
}

/**
 * What Node and the C library read, from a service's package: the analyzer may not write files or start programs, and
 * the memory of pages is limited.
 */
function runtimeOf(service: ServiceName): { nodeOptions?: string; glibcTunables?: string } {
  const manifest = readFileSync(join(workspace, 'services', service, 'package.json'), 'utf8')
  return JSON.parse(manifest) as ReturnType<typeof runtimeOf>
}
