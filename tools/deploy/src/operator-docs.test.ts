import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { deployedServices } from './deployed-services.ts'
import { readCompose } from './read-compose.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const containers = Object.values(readCompose('docker-compose.yml').services)
const namesWhere = (matches: (service: (typeof deployedServices)[number]) => boolean): string[] =>
  deployedServices.flatMap((service) => (matches(service) ? [service.name] : [])).toSorted()

/** The services that a part of a page names. */
function namedIn(page: string, part: RegExp): string[] {
  const [, text = ''] = part.exec(read(page)) ?? []
  const names = deployedServices.map(({ name }) => name)
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).toSorted()
}

describe('the page of upgrades', () => {
  it('counts the connections of two copies of each service', () => {
    const databases = namesWhere(({ owns }) => owns.database)
    expect(namedIn('docs/upgrade.md', /ten connections for each copy of ([^.]*?), two more/)).toEqual(databases)
    // Report has two more for its lists.
    const ofTwoCopies = 2 * (databases.length * 10 + 2)
    expect(read('docs/upgrade.md')).toContain(`Two copies of each take ${ofTwoCopies}.`)
  })

  it('restarts every service that has accepted the shared token, and starts each before its clients', () => {
    const called = namesWhere(({ ports }) => ports.some(({ name }) => name === 'grpc'))
    expect(namedIn('docs/upgrade.md', /`docker compose restart rabbitmq (project [^`]*)`/)).toEqual(called)
    expect(namedIn('docs/upgrade.md', /servers before their clients: ([^.]*?), then/)).toEqual(called)
  })
})

describe('a program of the repository on any page', () => {
  it('is an npm script, which runs on the Node of the workspace and not on that of the machine', () => {
    const pages = globSync(['docs/*.md', 'deploy/kubernetes/**/*.yaml'], { cwd: root })
    expect(pages).toContain('deploy/kubernetes/single-node/kustomization.yaml')
    expect(pages.filter((page) => /\bnode (tools|services)\//.test(read(page)))).toEqual([])
  })
})

describe("the operator's commands on any page", () => {
  it('are printed with the options that they need', () => {
    const program = join(root, 'services/project/src/admin/admin-main.ts')
    const [, ...help] = execFileSync(process.execPath, [program, 'help'], { encoding: 'utf8' }).split('\n\n')
    const uses = help.map((text) => {
      const [use = ''] = text.split('\n')
      return { name: use.replace(/ \[?--.*/, ''), needed: use.match(/(?<!\[)--[a-z-]+/g) ?? [] }
    })
    const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })]
    const printed = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:--silent )?admin -- ([^`#\n]+)/g)].map(([, command = '']) => command.trim()),
    )
    expect(printed.length).toBeGreaterThan(20)
    const wrong = printed.filter((command) => {
      const use = uses.find(({ name }) => `${command} `.startsWith(`${name} `))
      return command !== 'help' && use?.needed.every((option) => command.includes(`${option} `)) !== true
    })
    expect(wrong).toEqual([])
  })
})

describe('the page of public hosts', () => {
  it('lets out the services that use the internet', () => {
    const reaching = namesWhere(({ reachesOutside }) => reachesOutside)
    expect(namedIn('docs/hardening.md', /Allow (analyzer[^(]*) out, to the internet/)).toEqual(reaching)
  })

  it('gives a secret to each service that calls others, and a list of callers to each that is called', () => {
    const calling = namesWhere(({ calls }) => calls.length > 0)
    expect(namedIn('docs/hardening.md', /one for each of ([^.]*)\./)).toEqual(calling)
    const called = namesWhere(({ ports }) => ports.some(({ name }) => name === 'grpc'))
    expect(namedIn('docs/hardening.md', /Give (project[^.]*?) the list of their callers/)).toEqual(called)
  })
})

describe('the page for a server', () => {
  it('restores passwords.json so that the next backup, by the user of prepare, can read it', () => {
    const restored = /'\/secrets\/prepare\/passwords\.json', .*\{ mode: 0o(\d+) \}/.exec(read('docs/production.md'))
    expect(Number.parseInt(restored?.[1] ?? '', 8) & 0o004).toBe(0o004)
  })
})

/** The section of the page of variables. */
const limitsSection = (): string =>
  /^## Limits and intervals$([\s\S]*?)^## /m.exec(read('docs/configure.md'))?.[1] ?? ''

describe('the page of variables', () => {
  it('has what docker compose takes from the shell, by whatever service', () => {
    const [, table = ''] = /^## docker compose$([\s\S]*?)^## /m.exec(read('docs/configure.md')) ?? []
    const [, telemetry = ''] = /^## Telemetry$([\s\S]*?)^## /m.exec(read('docs/configure.md')) ?? []
    const taken = containers.flatMap(({ environment = {} }) =>
      Object.entries(environment).flatMap(([name, value]) =>
        value === null ? [name] : [...String(value).matchAll(/\$\{(\w+):-/g)].map(([, variable]) => variable ?? ''),
      ),
    )
    // The endpoints of channels have another page.
    const sections = `${table}${telemetry}${limitsSection()}${read('docs/channels.md')}`
    const explained = sections.replaceAll('`…_', '`OTEL_EXPORTER_OTLP_')
    const missing = [...new Set(taken)].filter((name) => !new RegExp(`\`${name}[=\`]`).test(explained))
    expect(missing).toEqual([])
  })

  it('has limits and intervals that .env and the ConfigMap set for each service that reads them', () => {
    const rows = [...limitsSection().matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)]
    const documented = rows.flatMap(([, names = '', readers = '']) =>
      readers.split(', ').flatMap((reader) => [...names.matchAll(/\w+/g)].map(([name]) => `${reader} ${name}`)),
    )
    const passed = deployedServices.flatMap(({ name, settings, limits }) =>
      [...Object.keys(settings), ...limits].map((variable) => `${name} ${variable.replace(/_FILE$/, '')}`),
    )
    expect(documented).toContain('notifier CHECK_TIMEOUT_SECONDS')
    expect(documented.filter((one) => !passed.includes(one))).toEqual([])
  })
})

describe('README.md', () => {
  it('adds up the memory limits of services and servers', () => {
    const megabytesOf = ({ mem_limit = '' }: { mem_limit?: string }): number =>
      Number.parseInt(mem_limit, 10) * (mem_limit.endsWith('g') ? 1_024 : 1)
    const running = containers.filter(({ restart }) => restart === 'unless-stopped')
    const sum = running.reduce((added, one) => added + megabytesOf(one), 0) / 1_024
    const [, total] = /limits of services and servers add up to ([\d.]+) GB;/.exec(read('README.md')) ?? []
    expect(Number(total)).toBe(Number(sum.toFixed(1)))
  })
})
