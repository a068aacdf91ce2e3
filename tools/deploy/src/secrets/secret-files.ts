import { randomBytes } from 'node:crypto'
import { deployedServices, secretVariables } from '../deployed-services.ts'
import { brokerDefinitions, vhost } from './broker-users.ts'
import { redisConfiguration } from './redis-users.ts'

/** Where the three servers are found. */
export type ServerAddresses = { postgres: string; redis: string; rabbitmq: string }

/** Every password of an installation, by what it opens: `postgres`, `database project`, `internal token`. */
export type Passwords = Readonly<Record<string, string>>

/** The database of a service and, by the same name, its role. */
export const databaseName = (service: string): string => `pagebell_${service}`

/** File name → content, for each that holds secrets: the servers, `prepare`, `admin` and every service. */
export type SecretFiles = Record<string, Record<string, string>>

/** Those that are there stay; what an installation made by an older version lacks is added. */
export function completePasswords(known: Passwords): Passwords {
  const wanted = [
    'postgres',
    'internal token',
    'settings key',
    'broker prepare',
    'broker admin',
    ...deployedServices.flatMap(({ name, owns, broker }) => [
      ...(owns.database ? [`database ${name}`] : []),
      ...(owns.redis ? [`redis ${name}`] : []),
      ...(broker ? [`broker ${name}`] : []),
    ]),
  ]
  // Base64url, so that none needs escaping in an address; the settings key has 32 bytes as AES-256 wants.
  const make = (name: string): string =>
    name === 'settings key' ? randomBytes(32).toString('base64') : randomBytes(24).toString('base64url')
  return Object.fromEntries(wanted.map((name) => [name, known[name] ?? make(name)]))
}

/** What each may know. A service gets its own secrets only. */
export function secretFiles(passwords: Passwords, at: ServerAddresses): SecretFiles {
  const of = (kind: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(passwords)
        .filter(([name]) => name.startsWith(`${kind} `))
        .map(([name, password]) => [name.slice(kind.length + 1), password]),
    )
  const [databases, redis, broker] = [of('database'), of('redis'), of('broker')]
  const values = (name: string): Record<string, string | undefined> => ({
    DATABASE_URL: `postgres://${databaseName(name)}:${databases[name]}@${at.postgres}/${databaseName(name)}`,
    REDIS_URL: `redis://${name}:${redis[name]}@${at.redis}`,
    AMQP_URL: `amqp://${name}:${broker[name]}@${at.rabbitmq}/${vhost}`,
    INTERNAL_TOKEN: passwords['internal token'],
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
    rabbitmq: { 'definitions.json': JSON.stringify(brokerDefinitions(broker), null, 2) },
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
  }
}
