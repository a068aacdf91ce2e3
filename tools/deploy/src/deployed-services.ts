import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpointVariables } from '@pagebell/channel-settings/all-channels'
import { type Caller, permittedMethods } from '@pagebell/rpc/call-permissions'

/** How a service is deployed. The Kubernetes manifests are generated from these; a test compares docker-compose.yml. */
export type DeployedService = {
  /** Its folder in services/, and its host name. */
  name: string
  /** Ports other than its health port. */
  ports: readonly Port[]
  healthPort: number
  /** `dedupe`: the dedupe cache, in a separate Redis that evicts the oldest entries when it is full. */
  owns: { database: boolean; redis: boolean; dedupe?: boolean }
  broker: boolean
  /** gRPC: becomes PROJECT_RPC=project:50051. */
  calls: readonly string[]
  /** HTTP, proxied: becomes INTAKE_URL=http://intake:8081. */
  forwardsTo: readonly string[]
  /** Fetches from the web: pages, engines, key files. The others have no outside access. */
  reachesOutside: boolean
  /** Reaches the operator's mail server. */
  sendsMail?: true
  /**
   * Further variables that the operator may set in the shell or the ConfigMap; each with its default, which overlays set
   * where the service has another one.
   */
  settings: Readonly<Record<string, string>>
  /** Its variables of limits and intervals, passed on from the shell or the ConfigMap where they are set. */
  limits: readonly string[]
  /** Further secrets, by variable. */
  secrets: readonly string[]
  memoryMb: number
  copies: Copies
}

export type Port = { name: 'http' | 'grpc'; variable: string; port: number }

/** Scaled by CPU load, or by the length of the queues that it consumes (from the message declarations). */
export type Copies = {
  minReplicas: number
  maxReplicas: number
  by: 'cpu' | 'queues' | 'hand'
  /** With `queues`: waiting messages per copy that start another one; optional. */
  waitingForEach?: number
}

const grpc = (service: string, port: number): Port => ({ name: 'grpc', variable: `${service}_RPC_PORT`, port })
const http = (service: string, port: number): Port => ({ name: 'http', variable: `${service}_PORT`, port })

/** The public address of the gateway. */
const publicUrl = 'http://127.0.0.1:8080'
const privateNetworks = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7'

/** In dependency order: callees before callers. */
export const deployedServices: readonly DeployedService[] = [
  {
    name: 'project',
    ports: [grpc('PROJECT', 50051)],
    healthPort: 9102,
    owns: { database: true, redis: false },
    broker: true,
    calls: [],
    forwardsTo: [],
    reachesOutside: false,
    settings: {},
    limits: [],
    secrets: ['SETTINGS_KEY'],
    memoryMb: 256,
    copies: { minReplicas: 2, maxReplicas: 6, by: 'hand' },
  },
  {
    name: 'report',
    ports: [grpc('REPORT', 50052)],
    healthPort: 9103,
    owns: { database: true, redis: false },
    broker: true,
    calls: [],
    forwardsTo: [],
    reachesOutside: false,
    settings: {},
    limits: [
      'RUN_SILENT_SECONDS',
      'RUN_QUEUED_SECONDS',
      'RUNS_PER_ACCOUNT',
      'RUNS_AHEAD',
      'SITE_RUN_SILENT_SECONDS',
      'SITE_RUN_TURN_SECONDS',
      'SITE_RUNS_PER_ACCOUNT',
    ],
    secrets: [],
    memoryMb: 256,
    copies: { minReplicas: 2, maxReplicas: 6, by: 'hand' },
  },
  {
    name: 'notifier',
    ports: [grpc('NOTIFIER', 50054)],
    healthPort: 9106,
    owns: { database: true, redis: false },
    broker: true,
    calls: ['project'],
    forwardsTo: [],
    reachesOutside: true,
    sendsMail: true,
    settings: {
      PUBLIC_URL: publicUrl,
      ...Object.fromEntries(Object.keys(endpointVariables).map((variable) => [variable, ''])),
      FETCH_ALLOW: '',
      DNS_SERVERS: '',
      SMTP_URL_FILE: '',
      EMAIL_FROM: '',
    },
    limits: [
      'BATCH_RETENTION_DAYS',
      'CHECK_TIMEOUT_SECONDS',
      'ENGINE_LANES',
      'ENGINE_REQUESTS_PER_SECOND',
      'EVENT_ENDPOINTS_PER_PROJECT',
      'EMAIL_CONFIRMATIONS_PER_DAY',
    ],
    secrets: ['SETTINGS_KEY'],
    memoryMb: 384,
    copies: { minReplicas: 2, maxReplicas: 10, by: 'queues' },
  },
  {
    name: 'analyzer',
    ports: [],
    healthPort: 9104,
    owns: { database: false, redis: false },
    broker: true,
    calls: ['report'],
    forwardsTo: [],
    reachesOutside: true,
    settings: { PUBLIC_URL: publicUrl, FETCH_ALLOW: '', DNS_SERVERS: '' },
    limits: ['ANALYSES_AT_ONCE', 'SITE_RUNS_AT_ONCE'],
    secrets: [],
    // Itself, and two crawls of sites in processes of up to 300 MB.
    memoryMb: 1_408,
    // The backlog is in the report service's database: the queue holds at most RUNS_AHEAD messages.
    copies: { minReplicas: 2, maxReplicas: 20, by: 'queues', waitingForEach: 1 },
  },
  {
    name: 'pages',
    ports: [grpc('PAGES', 50055)],
    healthPort: 9108,
    owns: { database: true, redis: false },
    broker: true,
    calls: ['intake'],
    forwardsTo: [],
    reachesOutside: true,
    settings: { PUBLIC_URL: publicUrl, FETCH_ALLOW: '', DNS_SERVERS: '' },
    limits: ['CHECKED_HOSTS_AT_ONCE'],
    secrets: ['SETTINGS_KEY'],
    memoryMb: 512,
    // The backlog is in its database: hosts are checked at their own pace, however many copies there are.
    copies: { minReplicas: 2, maxReplicas: 10, by: 'hand' },
  },
  {
    name: 'intake',
    ports: [http('INTAKE', 8081), grpc('INTAKE', 50053)],
    healthPort: 9105,
    owns: { database: true, redis: true, dedupe: true },
    broker: true,
    calls: ['notifier'],
    forwardsTo: [],
    reachesOutside: false,
    // Only gateways and the ingress controller reach its HTTP port, from any private address.
    settings: { INTAKE_TRUST_PROXY: privateNetworks },
    limits: ['BATCH_RETENTION_DAYS', 'DEDUPE_WINDOW_SECONDS', 'HOOK_REQUESTS_PER_MINUTE', 'WAITING_URLS_PER_PROJECT'],
    secrets: ['SETTINGS_KEY'],
    memoryMb: 512,
    copies: { minReplicas: 2, maxReplicas: 20, by: 'cpu' },
  },
  {
    name: 'panel',
    ports: [http('PANEL', 8082)],
    healthPort: 9107,
    owns: { database: false, redis: true },
    broker: false,
    calls: ['project', 'report', 'intake', 'notifier', 'pages'],
    forwardsTo: [],
    reachesOutside: false,
    // Only gateways reach it, from any private address.
    settings: { PUBLIC_URL: publicUrl, HOOKS_URL: '', PANEL_TRUST_PROXY: privateNetworks },
    limits: ['PANEL_SESSION_DAYS', 'PANEL_SESSION_IDLE_HOURS'],
    secrets: [],
    memoryMb: 384,
    copies: { minReplicas: 2, maxReplicas: 20, by: 'cpu' },
  },
  {
    name: 'gateway',
    ports: [http('GATEWAY', 8080)],
    healthPort: 9101,
    owns: { database: false, redis: true },
    broker: true,
    calls: ['project', 'report', 'intake', 'notifier', 'pages'],
    forwardsTo: ['intake', 'panel'],
    reachesOutside: false,
    settings: { PUBLIC_URL: publicUrl, HOOKS_URL: '', TRUST_PROXY: '' },
    limits: [],
    secrets: [],
    memoryMb: 384,
    copies: { minReplicas: 2, maxReplicas: 20, by: 'cpu' },
  },
]

/** Throws for an unknown name. */
export function serviceNamed(name: string): DeployedService {
  const found = deployedServices.find((service) => service.name === name)
  if (found === undefined) throw new Error(`No service is called ${name}.`)
  return found
}

/** Who may call a service by gRPC: services, and the operator's commands. */
export function callersOf(service: string): Caller[] {
  const callers = Object.entries(permittedMethods) as [Caller, ReadonlySet<string>][]
  return callers.flatMap(([caller, paths]) =>
    [...paths].some((path) => path.startsWith(`/pagebell.${service}.`)) ? [caller] : [],
  )
}

/** The variables of a service that are not secret, where host names are service names. */
export function plainVariables(service: DeployedService): Record<string, string> {
  const at = (name: string, port: 'http' | 'grpc'): string => {
    const { ports } = serviceNamed(name)
    return `${name}:${ports.find((one) => one.name === port)?.port}`
  }
  return Object.fromEntries([
    [`${service.name.toUpperCase()}_HEALTH_PORT`, String(service.healthPort)],
    ...service.ports.map(({ variable, port }) => [variable, String(port)]),
    ...service.calls.map((name) => [`${name.toUpperCase()}_RPC`, at(name, 'grpc')]),
    ...service.forwardsTo.map((name) => [`${name.toUpperCase()}_URL`, `http://${at(name, 'http')}`]),
    ...(service.owns.redis ? [['REDIS_PREFIX', `${service.name}:`]] : []),
    ...Object.entries(runtimeVariables(service.name)),
  ])
}

/** What Node and the C library read, from a service's package: see services/pages/package.json. */
function runtimeVariables(service: string): Record<string, string> {
  const manifest = readFileSync(join(import.meta.dirname, '../../../services', service, 'package.json'), 'utf8')
  const { nodeOptions, glibcTunables } = JSON.parse(manifest) as { nodeOptions?: string; glibcTunables?: string }
  return {
    ...(nodeOptions !== undefined && { NODE_OPTIONS: nodeOptions }),
    ...(glibcTunables !== undefined && { GLIBC_TUNABLES: glibcTunables }),
  }
}

/** The variables of a service that hold secrets. */
export function secretVariables({ owns, broker, ports, calls, secrets }: DeployedService): string[] {
  return [
    ...(owns.database ? ['DATABASE_URL'] : []),
    ...(owns.redis ? ['REDIS_URL'] : []),
    ...(owns.dedupe ? ['DEDUPE_REDIS_URL'] : []),
    ...(broker ? ['AMQP_URL'] : []),
    ...(calls.length > 0 ? ['INTERNAL_TOKEN'] : []),
    ...(ports.some(({ name }) => name === 'grpc') ? ['RPC_CALLERS'] : []),
    ...secrets,
  ]
}
