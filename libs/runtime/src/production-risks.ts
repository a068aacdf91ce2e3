import { isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Log } from './log.ts'

/** What a service was told, as read-config.ts gives it: a variable that it does not read is not there. */
export type Settings = Readonly<Record<string, unknown>>
/** What cannot be told it: who runs it, and the addresses of the machine. */
export type Place = { uid: number | undefined; addresses: readonly string[] }

/** `title` is the heading in docs/hardening.md that says what to do. `told` says what was found, never a secret. */
export type Risk = { title: string; told: string }

type Look = (settings: Settings, place: Place) => string | undefined

/** In the order of docs/hardening.md. */
const looks: readonly (readonly [title: string, look: Look])[] = [
  [
    'Secrets that everybody knows',
    ({ INTERNAL_TOKEN }) => saying('INTERNAL_TOKEN', INTERNAL_TOKEN !== '' && isGuessable(INTERNAL_TOKEN)),
  ],
  ['A secret that all callers share', ({ RPC_CALLERS }) => saying('RPC_CALLERS', isOpenToAll(RPC_CALLERS))],
  ['A settings key that can be guessed', ({ SETTINGS_KEY }) => saying('SETTINGS_KEY', isGuessable(SETTINGS_KEY))],
  ['Servers with their first password', (settings) => namesOf(settings, servers, hasFirstPassword)],
  ['The database as its administrator', (settings) => namesOf(settings, ['DATABASE_URL'], isAdministrator)],
  ['Servers reached in the clear', (settings) => namesOf(settings, servers, isInTheClear)],
  ['Engines that are a sandbox', (settings) => namesOf(settings, endpoints, isSandbox)],
  ['Metrics and gRPC on a public address', isOpen],
  ['An address without TLS', (settings) => namesOf(settings, ['PUBLIC_URL', 'HOOKS_URL'], isPlainHttp)],
  ['A proxy that is not named', proxyNotNamed],
  ['A proxy that anybody can be', (settings) => namesOf(settings, proxies, trustsAll)],
  ['Private addresses that may be fetched', ({ FETCH_ALLOW }) => saying('FETCH_ALLOW', Boolean(FETCH_ALLOW))],
  ['A log that says too much', ({ LOG_LEVEL }) => saying('LOG_LEVEL', /^(debug|trace)$/.test(textOf(LOG_LEVEL)))],
  ['A process that is root', (_settings, { uid }) => saying('uid 0', uid === 0)],
]

export const riskTitles: readonly string[] = looks.map(([title]) => title)

/** What in a service's settings is fit for one machine and its user, and not for a host in public. */
export function productionRisks(settings: Settings, place: Place): Risk[] {
  return looks.flatMap(([title, look]) => {
    const told = look(settings, place)
    return told === undefined ? [] : [{ title, told }]
  })
}

/** One line a risk at the start of a service, in production only (`NODE_ENV`). */
export function warnOfRisks(settings: Settings, env: NodeJS.ProcessEnv, log: Log): void {
  if (env['NODE_ENV'] !== 'production') return
  const found = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? [])
  for (const { title, told } of productionRisks(settings, { uid: process.getuid?.(), addresses: found })) {
    log.warn({ told, see: 'docs/hardening.md' }, `not for a public host: ${title}`)
  }
}

const servers = ['DATABASE_URL', 'REDIS_URL', 'AMQP_URL']
const endpoints = ['INDEXNOW_ENDPOINT', 'GOOGLE_INDEXING_ENDPOINT', 'GOOGLE_TOKEN_ENDPOINT', 'BING_ENDPOINT']
const proxies = ['TRUST_PROXY', 'PANEL_TRUST_PROXY']

const saying = (what: string, is: boolean): string | undefined => (is ? what : undefined)

/** The names of those variables that are set and of which it is true. */
function namesOf(settings: Settings, names: readonly string[], is: (value: string) => boolean): string | undefined {
  const found = names.filter((name) => {
    const value = settings[name]
    return typeof value === 'string' && value !== '' && value.split(',').some((one) => is(one.trim()))
  })
  return found.length === 0 ? undefined : found.join(', ')
}

/** Too short, out of a few characters, or a word of a manual: a secret that is made at random is none of it. */
function isGuessable(secret: unknown): boolean {
  if (typeof secret !== 'string') return false
  return secret
    .split(',')
    .some(
      (one) => one.length < 22 || new Set(one).size < 10 || /secret|change.?me|password|example|internal/i.test(one),
    )
}

/** Of a service that serves gRPC: nobody is named, or somebody without a name is let in. */
const isOpenToAll = (callers: unknown): boolean => callers === '' || /(^|,)any:/.test(textOf(callers))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const urlOf = (text: string): URL | undefined => URL.parse(text) ?? undefined

function hasFirstPassword(text: string): boolean {
  const { username = '', password = '', protocol } = urlOf(text) ?? {}
  if (protocol?.startsWith('redis')) return password === '' && !isHere(text)
  return password === '' || password === username || ['postgres', 'guest', 'test'].includes(password)
}

const isAdministrator = (text: string): boolean => urlOf(text)?.username === 'postgres'

function isInTheClear(text: string): boolean {
  const url = urlOf(text)
  if (url === undefined || isHere(text) || isOwnNetwork(url.hostname)) return false
  if (url.protocol.startsWith('postgres')) return !/require|verify/.test(url.searchParams.get('sslmode') ?? '')
  return url.protocol === 'redis:' || url.protocol === 'amqp:'
}

/** A name without a dot is one of a network of containers; a private address is one of a network of one's own. */
function isOwnNetwork(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return isIP(address) === 0 ? !host.includes('.') : isPrivate(address)
}

const isSandbox = (text: string): boolean => isHere(text) || urlOf(text)?.port === '8090' || isPlainHttp(text)

const isPlainHttp = (text: string): boolean => urlOf(text)?.protocol === 'http:' && !isHere(text)

function isHere(text: string): boolean {
  const host = urlOf(text)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/** Health, metrics and gRPC listen where HOST says, and so does whoever comes to a public address of the machine. */
function isOpen({ HOST }: Settings, { addresses }: Place): string | undefined {
  const listening = HOST === '0.0.0.0' || HOST === '::' ? addresses : [textOf(HOST) || '127.0.0.1']
  return listening.find((address) => !isPrivate(address))
}

function isPrivate(address: string): boolean {
  if (!isIPv4(address)) return /^(::1$|f[cd]|fe[89ab])/i.test(address) || !address.includes(':')
  return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(address)
}

/** Behind TLS there is a proxy, and whoever does not name it takes every client for one and the same. */
function proxyNotNamed({ PUBLIC_URL, TRUST_PROXY }: Settings): string | undefined {
  return saying('TRUST_PROXY', TRUST_PROXY === '' && textOf(PUBLIC_URL).startsWith('https:'))
}

const trustsAll = (cidr: string): boolean => cidr.endsWith('/0')
