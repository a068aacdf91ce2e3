import { createHash, randomBytes } from 'node:crypto'
import { permittedMethods } from '@pagebell/rpc/call-permissions'
import { callersOf, deployedServices, secretVariables } from '../deployed-services.ts'
import { brokerDefinitions, vhost } from './broker-users.ts'
import { redisConfiguration } from './redis-users.ts'

/** The addresses of the servers. */
export type ServerAddresses = { postgres: string; redis: string; dedupeRedis: string; rabbitmq: string }

/** Every password of an installation, by what it opens: `postgres`, `database project`, `rpc gateway`. */
export type Passwords = Readonly<Record<string, string>>

/** The database of a service and, by the same name, its role. */
export const databaseName = (service: string): string => `pagebell_${service}`

/** File name → content, for each that holds secrets: the servers, `prepare`, `admin`, `keda` and every service. */
export type SecretFiles = Record<string, Record<string, string>>

/**
 * The secret that all services shared before each caller had its own. While it exists, an upgrade is in progress:
 * servers accept both, and broker users may still publish to the default exchange.
 */
export const sharedToken = 'internal token'

/** Keeps existing passwords, and adds those that an older version did not create. `keda`: it scales by queue length. */
export function completePasswords(known: Passwords, { keda = true } = {}): Passwords {
  const names = [
    'postgres',
    ...(known[sharedToken] === undefined ? [] : [sharedToken]),
    'settings key',
    'broker prepare',
    'broker admin',
    ...(keda ? ['broker keda'] : []),
    ...Object.keys(permittedMethods).map((caller) => `rpc ${caller}`),
    ...deployedServices.flatMap(({ name, owns, broker }) => [
      ...(owns.database ? [`database ${name}`] : []),
      ...(owns.redis ? [`redis ${name}`] : []),
      ...(owns.dedupe ? [`dedupe ${name}`] : []),
      ...(broker ? [`broker ${name}`] : []),
    ]),
  ]
  // Base64url, so that none needs escaping in a URL; the settings key has 32 bytes for AES-256.
  const make = (name: string): string =>
    name === 'settings key' ? randomBytes(32).toString('base64') : randomBytes(24).toString('base64url')
  return Object.fromEntries(names.map((name) => [name, known[name] ?? make(name)]))
}

/** The secret files by holder. A service gets only its own secrets. */
export function secretFiles(passwords: Passwords, at: ServerAddresses): SecretFiles {
  const of = (kind: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(passwords)
        .filter(([name]) => name.startsWith(`${kind} `))
        .map(([name, password]) => [name.slice(kind.length + 1), password]),
    )
  const [databases, redis, dedupe, broker, rpc] = [of('database'), of('redis'), of('dedupe'), of('broker'), of('rpc')]
  const isUpgrade = passwords[sharedToken] !== undefined
  const values = (name: string): Record<string, string | undefined> => ({
    DATABASE_URL: `postgres://${databaseName(name)}:${databases[name]}@${at.postgres}/${databaseName(name)}`,
    REDIS_URL: `redis://${name}:${redis[name]}@${at.redis}`,
    AMQP_URL: `amqp://${name}:${broker[name]}@${at.rabbitmq}/${vhost}`,
    DEDUPE_REDIS_URL: `redis://${name}:${dedupe[name]}@${at.dedupeRedis}`,
    INTERNAL_TOKEN: rpc[name],
    RPC_CALLERS: rpcCallers(name, rpc, passwords[sharedToken]),
    SETTINGS_KEY: passwords['settings key'],
  })
  const files = (name: string, variables: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      variables.map((variable) => {
        const value = values(name)[variable]
        if (value === undefined || value.includes('undefined')) throw new Error(`${name} has no ${variable}.`)
        return [variable.toLowerCase(), `${value}\n`]
      }),
    )

  const services = deployedServices.map((service) => [service.name, files(service.name, secretVariables(service))])
  return {
    ...Object.fromEntries(services),
    postgres: { password: `${passwords['postgres']}\n` },
    redis: { 'redis.conf': redisConfiguration(redis) },
    'dedupe-redis': { 'redis.conf': redisConfiguration(dedupe, 'dedupe') },
    rabbitmq: { 'definitions.json': JSON.stringify(brokerDefinitions(broker, { isUpgrade }), null, 2) },
    prepare: {
      'passwords.json': `${JSON.stringify(passwords, null, 2)}\n`,
      database_url: `postgres://postgres:${passwords['postgres']}@${at.postgres}/postgres\n`,
      ...files('prepare', ['AMQP_URL']),
      ...Object.fromEntries(
        deployedServices
          .filter(({ owns }) => owns.database)
          .map(({ name }) => [`${name}_database_url`, `${values(name)['DATABASE_URL']}\n`]),
      ),
    },
    admin: files('admin', ['AMQP_URL', 'INTERNAL_TOKEN']),
    ...(broker['keda'] === undefined ? {} : { keda: files('keda', ['AMQP_URL']) }),
  }
}

/** The callers of a service, each with the SHA-256 of its secret, which does not authenticate a call. */
function rpcCallers(service: string, secrets: Readonly<Record<string, string>>, shared: string | undefined): string {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
  return [
    ...callersOf(service).map((caller) => `${caller}:${sha256(secrets[caller] ?? '')}`),
    ...(shared === undefined ? [] : [`any:${sha256(shared)}`]),
  ].join(',')
}
