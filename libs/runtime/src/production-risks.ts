import { isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { TObject, TSchema } from '@pagebell/schema/type'
import type { Log } from './log.ts'

/** The kind of a variable that can be unfit for a public host. */
export type RiskKind =
  | 'shared-secret'
  | 'callers'
  | 'sealing-key'
  | 'database'
  | 'server'
  | 'engine'
  | 'listen-address'
  | 'public-url'
  | 'edge-proxies'
  | 'proxies'
  | 'fetch-allowlist'
  | 'log-level'

/** Marks a field of a service's config, so that {@link warnOfRisks} checks its value. */
export const withRisk = <Schema extends TSchema>(risk: RiskKind, schema: Schema): Schema =>
  Object.assign(schema, { risk })

export type ConfigValues = Readonly<Record<string, unknown>>
/** The user of the process and the addresses of the machine. */
export type Host = { uid: number | undefined; addresses: readonly string[] }

/** `title` is the heading of the advice in docs/hardening.md. `finding` names what was found, never a secret. */
export type Risk = { title: string; finding: string }

type Variable = { name: string; risk: RiskKind; value: string }
type Check = (variables: readonly Variable[], host: Host) => string | undefined

/** In the order of docs/hardening.md. */
const checks: readonly (readonly [title: string, check: Check])[] = [
  ['Secrets that everybody knows', ofKind(['shared-secret'], (secret) => secret !== '' && isGuessable(secret))],
  ['A secret that all callers share', ofKind(['callers'], isOpenToAll)],
  ['A settings key that can be guessed', ofKind(['sealing-key'], isGuessable)],
  ['Servers with their first password', ofKind(['database', 'server'], eachOf(hasDefaultPassword))],
  ['The database as its administrator', ofKind(['database'], eachOf(isAdministrator))],
  ['Servers reached in the clear', ofKind(['database', 'server'], eachOf(isUnencrypted))],
  ['Engines that are a sandbox', ofKind(['engine'], eachOf(isSandbox))],
  ['Metrics and gRPC on a public address', findPublicAddress],
  ['An address without TLS', ofKind(['public-url'], eachOf(isPlainHttp))],
  ['A proxy that is not named', findUnnamedProxy],
  ['A proxy that anybody can be', ofKind(['edge-proxies', 'proxies'], eachOf(isEverybody))],
  ['Private addresses that may be fetched', ofKind(['fetch-allowlist'], (list) => list !== '')],
  ['A log that says too much', ofKind(['log-level'], (level) => /^(debug|trace)$/.test(level))],
  ['A process that is root', (_variables, { uid }) => (uid === 0 ? 'uid 0' : undefined)],
]

export const riskTitles: readonly string[] = checks.map(([title]) => title)

/** The settings of a service that fit a developer's machine, but not a public host. */
export function productionRisks(config: TObject, settings: ConfigValues, host: Host): Risk[] {
  const variables = Object.entries(config.properties).flatMap(([name, field]) => {
    const { risk } = field as { risk?: RiskKind }
    const value = settings[name]
    return risk === undefined || typeof value !== 'string' ? [] : [{ name, risk, value }]
  })
  return checks.flatMap(([title, check]) => {
    const finding = check(variables, host)
    return finding === undefined ? [] : [{ title, finding }]
  })
}

/** Logs one line for each risk at the start of a service, in production only (`NODE_ENV`). */
export function warnOfRisks(config: TObject, settings: ConfigValues, env: NodeJS.ProcessEnv, log: Log): void {
  if (env['NODE_ENV'] !== 'production') return
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? [])
  for (const { title, finding } of productionRisks(config, settings, { uid: process.getuid?.(), addresses })) {
    log.warn({ finding, see: 'docs/hardening.md' }, `not for a public host: ${title}`)
  }
}

/** The names of the variables of these kinds that are risky. */
function ofKind(kinds: readonly RiskKind[], isRisky: (value: string) => boolean): Check {
  return (variables) => {
    const names = variables.filter(({ risk, value }) => kinds.includes(risk) && isRisky(value)).map(({ name }) => name)
    return names.length === 0 ? undefined : names.join(', ')
  }
}

/** For a variable that may have several values, comma-separated. */
function eachOf(isRisky: (value: string) => boolean): (value: string) => boolean {
  return (values) => values !== '' && values.split(',').some((value) => isRisky(value.trim()))
}

/** Too short, of few different characters, or a word of a manual, which a random secret is not. */
function isGuessable(secrets: string): boolean {
  return secrets
    .split(',')
    .some(
      (secret) =>
        secret.length < 22 || new Set(secret).size < 10 || /secret|change.?me|password|example|internal/i.test(secret),
    )
}

/** No caller is named, or one without a name is let in. */
function isOpenToAll(callers: string): boolean {
  return callers === '' || /(^|,)any:/.test(callers)
}

function hasDefaultPassword(server: string): boolean {
  const { username = '', password = '', protocol } = URL.parse(server) ?? {}
  if (protocol?.startsWith('redis')) return password === '' && !isLoopback(server)
  return password === '' || password === username || ['postgres', 'guest', 'test'].includes(password)
}

function isAdministrator(database: string): boolean {
  return URL.parse(database)?.username === 'postgres'
}

function isUnencrypted(server: string): boolean {
  const url = URL.parse(server)
  if (url === null || isLoopback(server) || isPrivateNetwork(url.hostname)) return false
  if (url.protocol.startsWith('postgres')) return !/require|verify/.test(url.searchParams.get('sslmode') ?? '')
  return url.protocol === 'redis:' || url.protocol === 'amqp:'
}

/** A name without a dot belongs to a network of containers. */
function isPrivateNetwork(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return isIP(address) === 0 ? !host.includes('.') : isPrivate(address)
}

function isSandbox(engine: string): boolean {
  return isLoopback(engine) || URL.parse(engine)?.port === '8090' || isPlainHttp(engine)
}

function isPlainHttp(text: string): boolean {
  return URL.parse(text)?.protocol === 'http:' && !isLoopback(text)
}

function isLoopback(text: string): boolean {
  const host = URL.parse(text)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/** Health, metrics and gRPC listen on the listen address, which may be all addresses of the machine. */
function findPublicAddress(variables: readonly Variable[], { addresses }: Host): string | undefined {
  const host = variables.find(({ risk }) => risk === 'listen-address')?.value || '127.0.0.1'
  return (host === '0.0.0.0' || host === '::' ? addresses : [host]).find((address) => !isPrivate(address))
}

function isPrivate(address: string): boolean {
  if (!isIPv4(address)) return /^(::1$|f[cd]|fe[89ab])/i.test(address) || !address.includes(':')
  return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(address)
}

/** TLS implies a proxy; if it is not named, every client has the proxy's address. */
function findUnnamedProxy(variables: readonly Variable[]): string | undefined {
  const hasTls = variables.some(({ risk, value }) => risk === 'public-url' && value.startsWith('https:'))
  return hasTls ? variables.find(({ risk, value }) => risk === 'edge-proxies' && value === '')?.name : undefined
}

function isEverybody(cidr: string): boolean {
  return cidr.endsWith('/0')
}
