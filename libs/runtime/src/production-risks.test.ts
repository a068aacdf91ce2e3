import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { Type } from '@pagebell/schema/type'
import { createLog } from './log.ts'
import {
  type ConfigValues,
  type Host,
  productionRisks,
  type RiskKind,
  riskTitles,
  warnOfRisks,
  withRisk,
} from './production-risks.ts'

const root = join(import.meta.dirname, '../../..')

const variable = (risk: RiskKind) => withRisk(risk, Type.String())
const config = Type.Object({
  INTERNAL_TOKEN: variable('shared-secret'),
  RPC_CALLERS: variable('callers'),
  SETTINGS_KEY: variable('sealing-key'),
  DATABASE_URL: variable('database'),
  REDIS_URL: variable('server'),
  AMQP_URL: variable('server'),
  INDEXNOW_ENDPOINT: variable('engine'),
  BING_ENDPOINT: variable('engine'),
  HOST: variable('listen-address'),
  PUBLIC_URL: variable('public-url'),
  HOOKS_URL: withRisk('public-url', Type.Optional(Type.String())),
  TRUST_PROXY: variable('edge-proxies'),
  PANEL_TRUST_PROXY: variable('proxies'),
  FETCH_ALLOW: variable('fetch-allowlist'),
  LOG_LEVEL: variable('log-level'),
  ANOTHER_SECRET: Type.String(),
})

/** As docs/hardening.md requires: nothing to warn of. */
const safe: ConfigValues = {
  INTERNAL_TOKEN: 'q0Zl1pWvB7yD3kXcR9sTfG5h',
  RPC_CALLERS: `panel:${'0a'.repeat(32)}`,
  SETTINGS_KEY: 'Zm9ydHktdHdvIHBsdW0gY2FrZXM3OQ,N0b2xkZXIgcGx1bSBjYWtlcyA4MQ',
  DATABASE_URL: 'postgres://pagebell_project:aK3f9sQ@db.example.net/pagebell_project?sslmode=verify-full',
  REDIS_URL: 'redis://panel:aK3f9sQ@redis:6379',
  AMQP_URL: 'amqps://project:aK3f9sQ@one.example.net/pagebell,amqp://project:aK3f9sQ@10.0.0.7/pagebell',
  INDEXNOW_ENDPOINT: 'https://api.indexnow.org/indexnow',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://pagebell.example.com',
  HOOKS_URL: 'https://hooks.example.com',
  TRUST_PROXY: '10.0.0.0/8',
  FETCH_ALLOW: '',
  LOG_LEVEL: 'info',
}
const host: Host = { uid: 1000, addresses: ['127.0.0.1', '172.18.0.4', '::1', 'fe80::1', 'fd00::7'] }

type Case = [title: string, finding: string, settings: ConfigValues, host?: Partial<Host>]
const cases: Case[] = [
  ['Secrets that everybody knows', 'INTERNAL_TOKEN', { INTERNAL_TOKEN: 'change-me-change-me-change-me' }],
  ['Secrets that everybody knows', 'INTERNAL_TOKEN', { INTERNAL_TOKEN: 'abababababababababababab' }],
  ['A secret that all callers share', 'RPC_CALLERS', { RPC_CALLERS: '' }],
  ['A secret that all callers share', 'RPC_CALLERS', { RPC_CALLERS: `any:${'0a'.repeat(32)}` }],
  ['A settings key that can be guessed', 'SETTINGS_KEY', { SETTINGS_KEY: '0'.repeat(44) }],
  ['A settings key that can be guessed', 'SETTINGS_KEY', { SETTINGS_KEY: 'Zm9ydHktdHdvIHBsdW0gY2FrZXM3OQ,short' }],
  ['Servers with their first password', 'AMQP_URL', { AMQP_URL: 'amqp://guest:guest@rabbitmq' }],
  ['Servers with their first password', 'REDIS_URL', { REDIS_URL: 'redis://redis' }],
  ['The database as its administrator', 'DATABASE_URL', { DATABASE_URL: 'postgres://postgres:aK3f9sQ@postgres/x' }],
  ['Servers reached in the clear', 'DATABASE_URL', { DATABASE_URL: 'postgres://report:aK3f9sQ@db.example.net/x' }],
  ['Servers reached in the clear', 'REDIS_URL', { REDIS_URL: 'redis://panel:aK3f9sQ@192.0.2.7' }],
  ['Engines that are a sandbox', 'INDEXNOW_ENDPOINT', { INDEXNOW_ENDPOINT: 'http://127.0.0.1:8090/indexnow' }],
  ['Engines that are a sandbox', 'BING_ENDPOINT', { BING_ENDPOINT: 'http://sandbox:8090/bing' }],
  ['Metrics and gRPC on a public address', '192.0.2.9', {}, { addresses: ['127.0.0.1', '192.0.2.9'] }],
  ['Metrics and gRPC on a public address', '2001:db8::9', { HOST: '2001:db8::9' }],
  ['An address without TLS', 'PUBLIC_URL', { PUBLIC_URL: 'http://pagebell.example.com' }],
  ['A proxy that is not named', 'TRUST_PROXY', { TRUST_PROXY: '' }],
  ['A proxy that anybody can be', 'PANEL_TRUST_PROXY', { PANEL_TRUST_PROXY: '::/0' }],
  ['A proxy that anybody can be', 'TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8, 0.0.0.0/0' }],
  ['Private addresses that may be fetched', 'FETCH_ALLOW', { FETCH_ALLOW: '10.0.0.0/8' }],
  ['A log that says too much', 'LOG_LEVEL', { LOG_LEVEL: 'debug' }],
  ['A process that is root', 'uid 0', {}, { uid: 0 }],
]

describe('a start in production', () => {
  it('has nothing to warn of where everything is as it should be, or is not set', () => {
    expect(productionRisks(config, safe, host)).toEqual([])
    expect(productionRisks(config, {}, host)).toEqual([])
  })

  it.each(cases)('warns of this: %s (%s)', (title, finding, settings, here = {}) => {
    expect(productionRisks(config, { ...safe, ...settings }, { ...host, ...here })).toEqual([{ title, finding }])
  })

  it('does not look at a variable that is not marked', () => {
    expect(productionRisks(config, { ...safe, ANOTHER_SECRET: 'change-me' }, host)).toEqual([])
  })

  it('has a case here for each warning', () => {
    expect([...new Set(cases.map(([title]) => title))]).toEqual(riskTitles)
  })

  it('logs warnings in production only, without secrets', () => {
    const lines: string[] = []
    const log = createLog('test', 'info', { write: (line: string) => void lines.push(line) })
    const settings = { ...safe, INTERNAL_TOKEN: 'change-me-change-me-change-me', LOG_LEVEL: 'debug' }
    warnOfRisks(config, settings, {}, log)
    expect(lines).toEqual([])
    warnOfRisks(config, settings, { NODE_ENV: 'production' }, log)
    expect(lines.join('')).toMatch(/Secrets that everybody knows.*A log that says too much/s)
    expect(lines.join('')).not.toContain('change-me')
  })

  it.each(readdirSync(join(root, 'services')))('is checked by %s', (service) => {
    const main = readFileSync(join(root, 'services', service, 'src/main.ts'), 'utf8')
    // runService warns of them, as its test shows.
    expect(main).toMatch(/^await runService\(\{/m)
  })
})

describe('docs/hardening.md', () => {
  it('has advice for each warning, in their order, and for nothing else', () => {
    const [, warned = ''] = readFileSync(join(root, 'docs/hardening.md'), 'utf8').split('## What is warned of\n')
    expect([...warned.matchAll(/^### (.*)$/gm)].map(([, title]) => title)).toEqual(riskTitles)
  })
})
