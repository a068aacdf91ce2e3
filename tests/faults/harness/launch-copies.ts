import { freePort } from '@pagebell/start/free-port'
import type { LaunchedProcess } from '@pagebell/start/launch-process'
import { serviceEnv } from '@pagebell/start/service-env'
import { type ServiceName, services } from '@pagebell/start/service-list'
import type { Links } from './open-links.ts'

/** One process of a service. */
export type Copy = LaunchedProcess & { service: ServiceName; isReady(): Promise<boolean> }

type Launch = (name: string, program: string, env: NodeJS.ProcessEnv, readyUrl: string) => Promise<LaunchedProcess>

type LaunchOptions = {
  launch: Launch
  links: Links
  servers: { databaseUrls: Record<string, string>; redisUrl: string; amqpUrl: string; engineUrl: string }
  /** Asked by the service pages. */
  dnsServer: string
  internalToken: string
  windowSeconds: number
  /** Of each service in `replicated`. */
  copies: number
}

type Ports = Record<string, number>

/** All but the panel, for which no promise is checked. */
const launched = services.filter((service) => service !== 'panel')
const replicated: ServiceName[] = ['intake', 'notifier', 'report']

/** Starts the services; each copy has its own links to its servers. */
export async function launchCopies({
  launch,
  links,
  servers,
  dnsServer,
  internalToken,
  windowSeconds,
  copies: count,
}: LaunchOptions) {
  const copiesOf = (service: ServiceName): number => (replicated.includes(service) ? count : 1)
  const planned = await Promise.all(
    launched.flatMap((service) =>
      Array.from({ length: copiesOf(service) }, async (_, index) => ({
        service,
        name: copiesOf(service) === 1 ? service : `${service}-${index + 1}`,
        ports: await portsOf(service),
      })),
    ),
  )
  const addressesOf = (service: ServiceName, kind: string): string =>
    planned
      .filter((one) => one.service === service)
      .map((one) => `127.0.0.1:${one.ports[`${service.toUpperCase()}_${kind}`]}`)
      .join(',')

  const publicUrl = `http://${addressesOf('gateway', 'PORT')}`
  const [firstIntake = ''] = addressesOf('intake', 'PORT').split(',')
  const clientEnv = {
    PROJECT_RPC: addressesOf('project', 'RPC_PORT'),
    REPORT_RPC: addressesOf('report', 'RPC_PORT'),
    INTAKE_RPC: addressesOf('intake', 'RPC_PORT'),
    NOTIFIER_RPC: addressesOf('notifier', 'RPC_PORT'),
    INTAKE_URL: (await links.open('gateway', 'intake', `http://${firstIntake}`)).url,
    PANEL_URL: 'http://127.0.0.1:9',
    DEDUPE_WINDOW_SECONDS: String(windowSeconds),
    RUN_SILENT_SECONDS: '20',
    // A page is sent unchecked after half a minute: some are, while pages or a server is away.
    CHECK_TIMEOUT_SECONDS: '30',
  }

  async function launchOne({ service, name, ports }: (typeof planned)[number]): Promise<Copy> {
    const { databaseUrls, redisUrl, amqpUrl, engineUrl } = servers
    const databaseUrl = databaseUrls[service]
    const settings = {
      ports,
      morePorts: [],
      host: '127.0.0.1',
      publicUrl,
      databaseUrls: databaseUrl ? { [service]: (await links.open(name, 'postgres', databaseUrl)).url } : {},
      redisUrl: service === 'intake' ? (await links.open(name, 'redis', redisUrl)).url : redisUrl,
      amqpUrl: (await links.open(name, 'rabbitmq', amqpUrl)).url,
      prefix: '',
      internalToken,
      settingsKey: 'the settings key of a fault test',
      fetchAllow: '127.0.0.1/32',
      engineEndpoints:
        service === 'notifier' ? { INDEXNOW_ENDPOINT: (await links.open(name, 'engine', engineUrl)).url } : {},
    }
    const terminal = { PATH: process.env['PATH'], LOG_LEVEL: 'info' }
    const env = {
      ...serviceEnv(service, settings, terminal),
      ...clientEnv,
      ...(service === 'pages' && { DNS_SERVERS: dnsServer }),
    }
    const readyUrl = `http://127.0.0.1:${ports[`${service.toUpperCase()}_HEALTH_PORT`]}/readyz`
    const launchedCopy = await launch(name, `services/${service}/src/main.ts`, env, readyUrl)
    return { ...launchedCopy, service, isReady: () => isOk(readyUrl) }
  }

  const copies = await Promise.all(planned.map(launchOne))

  const intakes = planned.filter((one) => one.service === 'intake')
  const intakeEndpoints = await Promise.all(
    intakes.map(async ({ name, ports }) => ({
      name,
      url: (await links.open('driver', name, `http://127.0.0.1:${ports['INTAKE_PORT']}`)).url,
    })),
  )
  return {
    copies,
    gatewayUrl: publicUrl,
    projectRpc: clientEnv.PROJECT_RPC,
    submitEndpoints: [...intakeEndpoints, { name: 'gateway', url: publicUrl }],
  }
}

async function portsOf(service: ServiceName): Promise<Ports> {
  const name = service.toUpperCase()
  const kinds = ['PORT', 'RPC_PORT', 'HEALTH_PORT']
  return Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [`${name}_${kind}`, await freePort()] as const)),
  )
}

const isOk = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
