import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { deployedServices, serviceNamed } from './deployed-services.ts'
import { monitors, readCompose } from './read-compose.ts'

type Alerts = { groups: { rules: { alert: string; expr: string }[] }[] }

const root = join(import.meta.dirname, '../../..')
const system = readCompose('docker-compose.yml')
const monitoring = readCompose('deploy/observability/docker-compose.yml')
const sandbox = readCompose('deploy/sandbox/docker-compose.yml')

describe('monitoring', () => {
  it('is added by deploy/observability.env, with files that exist, which are read-only', () => {
    expect(readFileSync(join(root, 'deploy/observability.env'), 'utf8')).toContain(
      'COMPOSE_FILE=docker-compose.yml:deploy/observability/docker-compose.yml\n',
    )
    for (const name of monitors) {
      const { volumes = [], cap_drop } = monitoring.services[name] ?? {}
      expect([name, cap_drop]).toEqual([name, ['ALL']])
      for (const [from = '', , mode] of volumes.map((volume) => volume.split(':'))) {
        if (!from.startsWith('./')) continue
        expect([from, existsSync(join(root, from)), mode]).toEqual([from, true, 'ro'])
      }
    }
  })

  it('is added to the settings in .env, in whose place --env-file would be read', () => {
    const own = ['.env', '/README.md', '/docker-compose.yml'].map((name) => `deploy/observability${name}`)
    const files = ['docs/install.md', ...own]
    const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
    expect(texts.map((text) => text.includes('cat deploy/observability.env >> .env'))).toEqual(files.map(() => true))
    expect(texts.filter((text) => text.includes('--env-file deploy/observability.env'))).toEqual([])
  })

  it('shares one network with each service, which no other service joins', () => {
    for (const { name } of deployedServices) {
      const members = Object.entries(monitoring.services).filter(([, { networks }]) =>
        networks?.includes(`${name}-observability`),
      )
      expect(members.map(([member]) => member).toSorted()).toEqual(['collector', name, 'prometheus'].toSorted())
    }
    expect(Object.keys(monitoring.services).toSorted()).toEqual(
      [...monitors, ...deployedServices.map(({ name }) => name)].toSorted(),
    )
  })
})

describe('the alert MemoryHigh', () => {
  it('asks of each service for less than it may use, and more than an idle one uses', () => {
    const file = parse(readFileSync(join(root, 'deploy/observability/alerts.yaml'), 'utf8')) as Alerts
    const rule = file.groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === 'MemoryHigh')
    const found = rule?.expr.matchAll(/process_memory_usage\{job=~"([^"]+)"\} > (\d+e6)/g) ?? []
    const thresholds = [...found].flatMap(([, names = '', bytes]) =>
      names.split('|').map((name) => [name, Number(bytes)] as const),
    )
    expect(thresholds.map(([name]) => name).toSorted()).toEqual(deployedServices.map(({ name }) => name).toSorted())
    for (const [name, bytes] of thresholds) {
      const { memoryMb } = serviceNamed(name)
      expect([name, bytes > 150e6, bytes <= 0.8 * memoryMb * 2 ** 20]).toEqual([name, true, true])
    }
  })
})

describe('the sandbox', () => {
  it('is added by deploy/sandbox.env alone', () => {
    expect(readFileSync(join(root, 'deploy/sandbox.env'), 'utf8')).toContain(
      'COMPOSE_FILE=docker-compose.yml:deploy/sandbox/docker-compose.yml\n',
    )
    expect(system.services['notifier']?.environment?.['INDEXNOW_ENDPOINT']).toMatch(/^\$\{INDEXNOW_ENDPOINT:-\}$/)
  })

  it('is reached by the services with internet access alone', () => {
    for (const { networks = [] } of Object.values(sandbox.services)) {
      expect(networks).toEqual(
        deployedServices.filter((one) => one.reachesOutside).map(({ name }) => `${name}-outside`),
      )
    }
  })
})
