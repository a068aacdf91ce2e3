import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { deployedServices } from '../deployed-services.ts'
import { composeFile } from './compose-file.ts'

const root = join(import.meta.dirname, '../../../..')

type Container = {
  image: string
  build?: object
  ports?: string[]
  networks?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { disable?: boolean }
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  pids_limit?: number
  profiles?: string[]
}
type Network = { internal?: boolean; ipam: { config: { subnet: string }[] } }
const file = parse(composeFile(), { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, Container>
  networks: Record<string, Network>
  volumes: object
}
const containers = Object.entries(file.services)
const own = containers.filter(([, { build }]) => build !== undefined)
const services = deployedServices.map(({ name }) => [name, file.services[name] as Container] as const)

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

/** Whether a container is of one of these profiles. */
const profile = (name: string, ...profiles: string[]): boolean =>
  file.services[name]?.profiles?.some((one) => profiles.includes(one)) ?? false

describe('docker-compose.yml', () => {
  it('is one that a person reads: what repeats stands once', () => {
    const lines = composeFile().split('\n')
    expect(lines.length).toBeLessThan(420)
    expect(lines.filter((line) => line.trim() === 'read_only: true').length).toBeLessThanOrEqual(3)
  })

  it('runs every service there is', () => {
    expect(deployedServices.map(({ name }) => name).sort()).toEqual(readdirSync(join(root, 'services')).sort())
  })

  it('has nothing that docker-compose 1.29 or the builder before BuildKit does not know', () => {
    const keys = Object.keys(file).filter((key) => !key.startsWith('x-'))
    expect(keys.sort()).toEqual(['networks', 'services', 'volumes'])
    const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
    expect(dockerfile).not.toMatch(/^# *syntax=|--mount=|--link|--parents|--chmod|<<|TARGETARCH|BUILDPLATFORM/m)
  })

  it('publishes the gateway and, where it is asked for, Grafana, on this machine unless told otherwise', () => {
    const publishing = containers.filter(([, { ports }]) => ports !== undefined)
    expect(publishing.map(([name]) => name)).toEqual(['gateway', 'grafana'])
    expect(file.services['grafana']?.profiles).toEqual(['observability'])
    expect(file.services['grafana']?.ports).toEqual([
      expect.stringMatching(/^\$\{PUBLISH_GRAFANA:-127\.0\.0\.1:3000\}:3000$/),
    ])
    expect(file.services['gateway']?.ports).toEqual([expect.stringMatching(/^\$\{PUBLISH:-127\.0\.0\.1:8080\}:8080$/)])
  })

  it.each(services)(
    'tells %s only what it reads, and all that it cannot do without',
    async (name, { environment = {} }) => {
      // NODE_OPTIONS is read by Node itself, OTEL_* by OpenTelemetry.
      const own = Object.keys(environment).filter((variable) => !/^(NODE_OPTIONS$|OTEL_)/.test(variable))
      const given = own.map((variable) => variable.replace(/_FILE$/, ''))
      const read = await variablesOf(name)
      expect(given.filter((variable) => !read.some((one) => one.name === variable))).toEqual([])
      const missing = read.filter(({ name: variable, optional }) => !optional && !given.includes(variable))
      expect(missing).toEqual([])
    },
  )

  it("has the operator's commands print links that begin with the public address", () => {
    expect(file.services['admin']?.environment?.['PUBLIC_URL']).toBe(
      file.services['gateway']?.environment?.['PUBLIC_URL'],
    )
  })

  it('hands no secret over in a variable', () => {
    for (const [name, { environment = {} }] of own) {
      const suspects = Object.keys(environment).filter((variable) => /TOKEN$|KEY$|PASSWORD|_URL$/.test(variable))
      const inTheOpen = suspects.filter((variable) => !/^(PUBLIC|HOOKS|INTAKE|PANEL)_URL$/.test(variable))
      expect([name, inTheOpen]).toEqual([name, []])
    }
  })

  it('shows every container its own secrets only, and to read', () => {
    for (const [name, { volumes = [] }] of containers) {
      const secrets = volumes.filter((volume) => volume.includes('-secrets:'))
      if (name === 'secrets') continue
      const expected = profile(name, 'sandbox', 'observability') ? [] : [`${name}-secrets:/run/secrets:ro`]
      expect([name, secrets]).toEqual([name, expected])
    }
  })

  it.each(own)('confines %s', (_name, container) => {
    expect(container).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number),
    })
    expect(container).not.toHaveProperty('privileged')
    expect(container).not.toHaveProperty('cap_add')
  })

  it('limits the memory of everything that stays', () => {
    const unlimited = containers.filter(([, one]) => one.restart === 'unless-stopped' && one.mem_limit === undefined)
    expect(unlimited.map(([name]) => name)).toEqual([])
  })

  it('starts a service again when it dies, and first when all is prepared and whom it calls is healthy', () => {
    for (const [name, { restart, depends_on, healthcheck }] of services) {
      expect([name, restart, healthcheck]).toEqual([name, 'unless-stopped', undefined])
      expect(depends_on).toMatchObject({ prepare: { condition: 'service_completed_successfully' } })
    }
    expect(file.services['gateway']?.depends_on).toMatchObject({ intake: { condition: 'service_healthy' } })
    expect(file.services['prepare']?.depends_on).toMatchObject({ postgres: { condition: 'service_healthy' } })
  })

  it('lets out only those that fetch, and the one whose port is published', () => {
    const isOutside = (network: string) => file.networks[network]?.internal !== true
    const reaching = services.filter(([, { networks }]) => networks?.some(isOutside)).map(([name]) => name)
    const expected = deployedServices.filter((one) => one.reachesOutside || one.name === 'gateway')
    expect(reaching.sort()).toEqual(expected.map(({ name }) => name).sort())
  })

  it('lets a container reach those that it uses, and nobody else', () => {
    const inProfiles = ['sandbox', 'sample-site', 'collector', 'jaeger', 'prometheus', 'grafana']
    const seenBy = (name: string) => {
      const near = containers.filter(([, { networks = [] }]) =>
        networks.some((network) => file.services[name]?.networks?.includes(network)),
      )
      return near.map(([other]) => other).filter((other) => other !== name && !inProfiles.includes(other))
    }
    expect(seenBy('analyzer').toSorted()).toEqual(['rabbitmq'])
    expect(seenBy('panel').toSorted()).toEqual(['gateway', 'intake', 'notifier', 'project', 'redis', 'report'])
    for (const { name, calls, forwardsTo } of deployedServices) {
      const callers = deployedServices.filter((one) => [...one.calls, ...one.forwardsTo].includes(name))
      const services = seenBy(name).filter((other) => deployedServices.some((one) => one.name === other))
      const expected = new Set([...calls, ...forwardsTo, ...callers.map((one) => one.name)])
      expect([name, services.toSorted()]).toEqual([name, [...expected].toSorted()])
    }
  })

  it('has the panel believe what comes by the network that it shares with the gateway alone', () => {
    const network = file.networks['gateway-panel']
    const members = containers.filter(([, { networks }]) => networks?.includes('gateway-panel')).map(([name]) => name)
    expect(members.toSorted()).toEqual(['gateway', 'panel'])
    expect(file.services['panel']?.environment?.['PANEL_TRUST_PROXY']).toBe(network?.ipam.config[0]?.subnet)
  })

  it('gives each network addresses of its own', () => {
    const subnets = Object.values(file.networks).map(({ ipam }) => ipam.config[0]?.subnet)
    expect(new Set(subnets).size).toBe(Object.keys(file.networks).length)
    for (const subnet of subnets) expect(subnet).toMatch(/^\$\{PAGEBELL_NETWORK:-10\.213\}\.\d+\.(0|64|128|192)\/26$/)
  })

  it('watches only where it is asked for, with files that are there, which nobody changes from inside', () => {
    for (const name of ['collector', 'jaeger', 'prometheus', 'grafana']) {
      const { profiles, volumes = [], cap_drop } = file.services[name] ?? {}
      expect([name, profiles, cap_drop]).toEqual([name, ['observability'], ['ALL']])
      for (const [from = '', , mode] of volumes.map((volume) => volume.split(':'))) {
        if (!from.startsWith('./')) continue
        expect([from, existsSync(join(root, from)), mode]).toEqual([from, true, 'ro'])
      }
    }
  })

  it('uses a sandbox only where it is asked for', () => {
    expect(file.services['sandbox']?.profiles).toEqual(['sandbox'])
    expect(file.services['notifier']?.environment?.['INDEXNOW_ENDPOINT']).toMatch(/^\$\{INDEXNOW_ENDPOINT:-\}$/)
  })
})
