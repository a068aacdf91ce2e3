import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { smallRaftLog } from '@pagebell/broker/server-settings'
import { readImages } from '@pagebell/images/read-images'
import {
  callersOf,
  type DeployedService,
  deployedServices,
  plainVariables,
  secretVariables,
} from './deployed-services.ts'
import { type Container, monitors, readCompose } from './read-compose.ts'
import { completePasswords, secretFiles } from './secrets/secret-files.ts'

const root = join(import.meta.dirname, '../../..')

const file = readCompose('docker-compose.yml')
const monitoring = readCompose('deploy/observability/docker-compose.yml')
const sandbox = readCompose('deploy/sandbox/docker-compose.yml')
const containers = Object.entries(file.services)
const all = [
  ...containers,
  ...Object.entries(sandbox.services),
  ...monitors.map((name) => [name, monitoring.services[name] as Container] as const),
]
const ourContainers = [...containers, ...Object.entries(sandbox.services)].filter(
  ([, { build }]) => build !== undefined,
)
const services = deployedServices.map(
  (service) => [service.name, file.services[service.name] as Container, service] as const,
)

/** A variable that the shell or an --env-file may set. */
const fromShell = (name: string, value: string): [string, string] => [name, `\${${name}:-${value}}`]
const fromFile = (name: string): [string, string] => [`${name}_FILE`, `/run/secrets/${name.toLowerCase()}`]
const telemetry = Object.entries({
  LOG_LEVEL: 'info',
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: '',
  OTEL_METRICS_EXPORTER: 'none',
})
/** Set in the containers only if they are set in the shell or an --env-file. */
const passedOn =
  `SDK_DISABLED RESOURCE_ATTRIBUTES TRACES_EXPORTER LOGS_EXPORTER METRIC_EXPORT_INTERVAL METRIC_EXPORT_TIMEOUT
  EXPORTER_OTLP_PROTOCOL EXPORTER_OTLP_HEADERS EXPORTER_OTLP_TRACES_ENDPOINT EXPORTER_OTLP_METRICS_ENDPOINT
  EXPORTER_OTLP_LOGS_ENDPOINT`.split(/\s+/)

/** The environment that deployed-services.ts asks for. */
function environmentOf(service: DeployedService): Record<string, string | null> {
  return Object.fromEntries([
    ...telemetry.map(([name, value]) => fromShell(name, value)),
    ...passedOn.map((name) => [`OTEL_${name}`, null] as const),
    ...Object.entries(plainVariables(service)),
    ...Object.entries(service.settings).map(([name, value]) => fromShell(name, value)),
    ...service.limits.map((name) => [name, null] as const),
    // Only gateways are on these networks.
    ...(service.name === 'panel' ? [['PANEL_TRUST_PROXY', subnetOf('gateway-panel')]] : []),
    ...(service.name === 'intake' ? [['INTAKE_TRUST_PROXY', subnetOf('gateway-intake')]] : []),
    ...secretVariables(service).map(fromFile),
  ]) as Record<string, string | null>
}

const subnetOf = (network: string): string => file.networks[network]?.ipam.config[0]?.subnet ?? ''

/** The variables that a service reads, and whether it starts without them. */
async function variablesOf(service: string): Promise<{ name: string; optional: boolean }[]> {
  const module = (await import(join(root, 'services', service, 'src/config.ts'))) as {
    config: { properties: Record<string, object>; required: string[] }
  }
  const { properties, required } = module.config
  return Object.entries(properties).map(([name, field]) => ({
    name,
    optional: 'default' in field || !required.includes(name),
  }))
}

describe('docker-compose.yml', () => {
  it('is short enough to be read', () => {
    expect(readFileSync(join(root, 'docker-compose.yml'), 'utf8').split('\n').length).toBeLessThan(340)
  })

  it('runs every service', () => {
    expect(deployedServices.map(({ name }) => name).sort()).toEqual(readdirSync(join(root, 'services')).sort())
  })

  it.each(services)(
    'gives %s the variables, secrets, memory and order of deployed-services.ts',
    (name, container, service) => {
      const { owns, calls, forwardsTo, memoryMb } = service
      const healthy = { condition: 'service_healthy' }
      expect(container).toMatchObject({
        environment: environmentOf(service),
        volumes: [`${name}-secrets:/run/secrets:ro`],
        mem_limit: `${memoryMb}m`,
      })
      expect(container.environment).toEqual(environmentOf(service))
      expect(container.depends_on).toEqual({
        prepare: { condition: 'service_completed_successfully' },
        ...(owns.redis ? { redis: healthy } : {}),
        ...(owns.dedupe ? { 'dedupe-redis': healthy } : {}),
        ...Object.fromEntries([...calls, ...forwardsTo].map((called) => [called, healthy])),
      })
    },
  )

  it("gives the operator's commands each service that they may call", () => {
    const called = deployedServices.filter(({ name }) => callersOf(name).includes('admin'))
    const variables = Object.keys(file.services['admin']?.environment ?? {}).filter((name) => name.endsWith('_RPC'))
    expect(variables.toSorted()).toEqual(called.map(({ name }) => `${name.toUpperCase()}_RPC`).toSorted())
  })

  it('gives prepare the URL of each database, and secrets the volume of each container', () => {
    const databases = deployedServices
      .filter(({ owns }) => owns.database)
      .map(({ name }) => `${name.toUpperCase()}_DATABASE_URL`)
    expect(file.services['prepare']?.environment).toEqual(
      Object.fromEntries(['DATABASE_URL', 'AMQP_URL', ...databases].map(fromFile)),
    )
    const volumes = Object.keys(file.volumes).filter((name) => name.endsWith('-secrets'))
    expect(file.services['secrets']?.volumes).toEqual(
      volumes.map((name) => `${name}:/secrets/${name.replace(/-secrets$/, '')}`),
    )
    // The file system outside of these volumes is read-only.
    const keda = file.services['secrets']?.environment?.['KEDA'] !== 'false'
    const addresses = { postgres: '', redis: '', dedupeRedis: '', rabbitmq: '' }
    const holders = Object.keys(secretFiles(completePasswords({}, { keda }), addresses))
    expect(volumes.toSorted()).toEqual(holders.map((name) => `${name}-secrets`).toSorted())
  })

  it('gives RabbitMQ the small Raft log of every installation', () => {
    expect(String(file.services['rabbitmq']?.entrypoint)).toContain(smallRaftLog)
  })

  it('uses the images of .env.images', () => {
    const images = new Set(Object.values(readImages()))
    const used = all.flatMap(([, { image, build }]) => build?.args['NODE_IMAGE'] ?? image)
    expect(used.filter((image) => !images.has(image))).toEqual([])
  })

  it('uses only features of docker-compose 1.29 and the builder before BuildKit', () => {
    for (const one of [file, monitoring, sandbox]) {
      const keys = Object.keys(one).filter((key) => !key.startsWith('x-'))
      expect(['networks', 'services', 'volumes']).toEqual(expect.arrayContaining(keys))
    }
    const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
    expect(dockerfile).not.toMatch(/^# *syntax=|--mount=|--link|--parents|--chmod|<<|TARGETARCH|BUILDPLATFORM/m)
  })

  it('publishes the gateway and, where enabled, Grafana, on this machine only by default', () => {
    const publishing = all.filter(([, { ports }]) => ports !== undefined)
    expect(publishing.map(([name]) => name)).toEqual(['gateway', 'grafana'])
    expect(monitoring.services['grafana']?.ports).toEqual([
      expect.stringMatching(/^\$\{PUBLISH_GRAFANA:-127\.0\.0\.1:3000\}:3000$/),
    ])
    expect(file.services['gateway']?.ports).toEqual([expect.stringMatching(/^\$\{PUBLISH:-127\.0\.0\.1:8080\}:8080$/)])
  })

  it.each(services)(
    'sets for %s only variables that it reads, and all that it requires',
    async (name, { environment = {} }) => {
      // NODE_OPTIONS is read by Node itself, GLIBC_TUNABLES by the C library, OTEL_* by OpenTelemetry.
      const ofRuntime = /^(NODE_OPTIONS$|GLIBC_TUNABLES$|OTEL_)/
      const variables = Object.keys(environment).filter((variable) => !ofRuntime.test(variable))
      const names = variables.map((variable) => variable.replace(/_FILE$/, ''))
      const read = await variablesOf(name)
      expect(names.filter((variable) => !read.some((one) => one.name === variable))).toEqual([])
      const missing = read.filter(({ name: variable, optional }) => !optional && !names.includes(variable))
      expect(missing).toEqual([])
    },
  )

  it("has the operator's commands print links that begin with the public address", () => {
    expect(file.services['admin']?.environment?.['PUBLIC_URL']).toBe(
      file.services['gateway']?.environment?.['PUBLIC_URL'],
    )
  })

  it('passes no secret in a variable', () => {
    for (const [name, { environment = {} }] of ourContainers) {
      const suspects = Object.keys(environment).filter((variable) => /TOKEN$|KEY$|PASSWORD|_URL$/.test(variable))
      const inTheOpen = suspects.filter((variable) => !/^(PUBLIC|HOOKS|INTAKE|PANEL)_URL$/.test(variable))
      expect([name, inTheOpen]).toEqual([name, []])
    }
  })

  it('mounts only its own secrets into each container, read-only', () => {
    for (const [name, { volumes = [] }] of all) {
      const secrets = volumes.filter((volume) => volume.includes('-secrets:'))
      if (name === 'secrets') continue
      const expected = name in file.services ? [`${name}-secrets:/run/secrets:ro`] : []
      expect([name, secrets]).toEqual([name, expected])
    }
  })

  it.each(ourContainers)('confines %s', (_name, container) => {
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number),
    })
    expect(container).not.toHaveProperty('privileged')
    expect(container).not.toHaveProperty('cap_add')
  })

  it('limits the memory of all long-running containers', () => {
    const unlimited = all.filter(([, one]) => one.restart === 'unless-stopped' && one.mem_limit === undefined)
    expect(unlimited.map(([name]) => name)).toEqual([])
  })

  it('restarts a service that dies, and starts it after prepare and the services that it calls', () => {
    for (const [name, { restart, depends_on, healthcheck }] of services) {
      expect([name, restart, healthcheck]).toEqual([name, 'unless-stopped', undefined])
      expect(depends_on).toMatchObject({ prepare: { condition: 'service_completed_successfully' } })
    }
    expect(file.services['gateway']?.depends_on).toMatchObject({ intake: { condition: 'service_healthy' } })
    expect(file.services['prepare']?.depends_on).toMatchObject({ postgres: { condition: 'service_healthy' } })
  })

  it('gives outside access only to services that fetch, and to the one whose port is published', () => {
    const isOutside = (network: string) => file.networks[network]?.internal !== true
    const reaching = services.filter(([, { networks }]) => networks?.some(isOutside)).map(([name]) => name)
    const expected = deployedServices.filter((one) => one.reachesOutside || one.name === 'gateway')
    expect(reaching.sort()).toEqual(expected.map(({ name }) => name).sort())
  })

  it('lets a container reach only those that it uses', () => {
    const seenBy = (name: string) => {
      const reachable = containers.filter(([, { networks = [] }]) =>
        networks.some((network) => file.services[name]?.networks?.includes(network)),
      )
      return reachable.map(([other]) => other).filter((other) => other !== name)
    }
    expect(seenBy('analyzer').toSorted()).toEqual(['rabbitmq', 'report'])
    expect(seenBy('panel').toSorted()).toEqual(['gateway', 'intake', 'notifier', 'pages', 'project', 'redis', 'report'])
    for (const { name, calls, forwardsTo } of deployedServices) {
      const callers = deployedServices.filter((one) => [...one.calls, ...one.forwardsTo].includes(name))
      const services = seenBy(name).filter((other) => deployedServices.some((one) => one.name === other))
      const expected = new Set([...calls, ...forwardsTo, ...callers.map((one) => one.name)])
      expect([name, services.toSorted()]).toEqual([name, [...expected].toSorted()])
    }
  })

  it('has the panel trust only the network that it shares with the gateway', () => {
    const members = containers.filter(([, { networks }]) => networks?.includes('gateway-panel')).map(([name]) => name)
    expect(members.toSorted()).toEqual(['gateway', 'panel'])
    expect(file.services['panel']?.environment?.['PANEL_TRUST_PROXY']).toBe(subnetOf('gateway-panel'))
  })

  it('has intake trust only the network that it shares with the gateway', () => {
    const members = containers.filter(([, { networks }]) => networks?.includes('gateway-intake')).map(([name]) => name)
    expect(members.toSorted()).toEqual(['gateway', 'intake'])
    expect(file.services['intake']?.environment?.['INTAKE_TRUST_PROXY']).toBe(subnetOf('gateway-intake'))
  })

  it('gives each network a separate subnet', () => {
    const networks = { ...file.networks, ...monitoring.networks }
    const subnets = Object.values(networks).map(({ ipam }) => ipam.config[0]?.subnet)
    expect(new Set(subnets).size).toBe(Object.keys(networks).length)
    for (const subnet of subnets) expect(subnet).toMatch(/^\$\{PAGEBELL_NETWORK:-10\.213\}\.\d+\.(0|64|128|192)\/26$/)
  })

  it('has no network without a container, and none that is not declared', () => {
    const declared = [...Object.keys(file.networks), ...Object.keys(monitoring.networks)]
    const joined = [file, monitoring, sandbox].flatMap(({ services: containers }) =>
      Object.values(containers).flatMap(({ networks = [] }) => networks),
    )
    expect([...new Set(joined)].toSorted()).toEqual(declared.toSorted())
  })
})
