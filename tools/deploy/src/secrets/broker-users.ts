import { createHash, randomBytes } from 'node:crypto'
import { aloneQueue, markerQueue, movesExchange, replaysExchange } from '@pagebell/broker/topology'
import { allMessages } from '@pagebell/messages/all-messages'
import { queueName, routingKey, type ServiceName } from '@pagebell/messages/define-message'

/** The virtual host of all queues. */
export const vhost = 'pagebell'

/** Regular expressions over names: what a user may declare, publish to and bind, and consume from. */
export type Permission = { configure: string; write: string; read: string }

/** Grants nothing: an empty pattern matches only an unnamed resource. */
const nothing = '^$'

const exactly = (name: string): string => name.replaceAll('.', '\\.')
const anyOf = (patterns: readonly string[]): string => (patterns.length === 0 ? nothing : `^(${patterns.join('|')})$`)

/**
 * Least privilege: a service publishes to the exchange only if it produces messages, and consumes only from its own
 * queues. These exist before it starts; it declares only the markers of messages that it handles alone. It moves messages
 * between its own queues through an exchange that is bound to no others. No service may publish to the default exchange,
 * which routes to every queue.
 */
export function servicePermission(service: string): Permission {
  const produces = allMessages.some(({ producer }) => producer === service)
  const consumed = allMessages.filter(({ consumers }) => consumers.some((name) => name === service))
  const mainQueues = consumed.map((message) => queueName(message, service as (typeof message.consumers)[number]))
  const queues = mainQueues.flatMap((queue) => [queue, aloneQueue(queue)])
  const markers = mainQueues.map((queue) => `${exactly(markerQueue(queue, ''))}.+`)
  const listens = allMessages.some(({ broadcastTo }) => broadcastTo.some((name) => name === service))
  // Broadcast messages arrive in an exclusive queue, which the broker names.
  const broadcastQueues = listens ? ['amq\\.gen-.*'] : []
  return {
    configure: anyOf([...broadcastQueues, ...markers]),
    write: anyOf([
      ...(produces ? ['pagebell'] : []),
      ...(queues.length > 0 ? [exactly(movesExchange('', service as ServiceName))] : []),
      ...broadcastQueues,
    ]),
    read: anyOf([...queues.map(exactly), ...(listens ? ['pagebell'] : []), ...broadcastQueues]),
  }
}

/** The routing keys that a service may publish and bind to on the exchange. */
export function serviceTopics(service: string): { write: string; read: string } {
  const keys = (matches: (message: (typeof allMessages)[number]) => boolean): string =>
    anyOf(allMessages.filter(matches).map((message) => exactly(routingKey(message))))
  return {
    write: keys(({ producer }) => producer === service),
    read: keys(({ broadcastTo }) => broadcastTo.some((name) => name === service)),
  }
}

/** The user that declares the queues, and the one that lists and replays dead letters. */
export const preparerPermission: Permission = { configure: '.*', write: '.*', read: '.*' }
export const adminPermission: Permission = {
  configure: nothing,
  write: `^${exactly(replaysExchange(''))}$`,
  read: '\\.dead$',
}

/** KEDA's: a user who may enter the virtual host may ask for the length of a queue (a passive declaration). */
export const kedaPermission: Permission = { configure: nothing, write: nothing, read: nothing }

/** Users that are no services. */
const others: Readonly<Record<string, Permission>> = {
  prepare: preparerPermission,
  admin: adminPermission,
  keda: kedaPermission,
}

/** During an upgrade: copies of the previous version move messages through the default exchange. */
const withDefaultExchange = (permission: Permission): Permission =>
  permission.write === nothing ? permission : { ...permission, write: `${permission.write}|^amq\\.default$` }

/**
 * RabbitMQ's definitions file: every user with its permissions. Passwords are salted hashes. `isUpgrade` grants
 * all services the default exchange, which copies of the previous version need.
 */
export function brokerDefinitions(passwords: Readonly<Record<string, string>>, { isUpgrade = false } = {}): object {
  const names = Object.keys(passwords)
  const permission = (name: string): Permission => {
    if (name === 'prepare') return preparerPermission
    const exact = others[name] ?? servicePermission(name)
    return isUpgrade ? withDefaultExchange(exact) : exact
  }
  return {
    vhosts: [{ name: vhost }],
    users: Object.entries(passwords).map(([name, password]) => ({
      name,
      password_hash: hashPassword(password),
      hashing_algorithm: 'rabbit_password_hashing_sha256',
      tags: [],
    })),
    permissions: names.map((user) => ({ user, vhost, ...permission(user) })),
    topic_permissions: names
      .filter((user) => others[user] === undefined)
      .map((user) => ({ user, vhost, exchange: 'pagebell', ...serviceTopics(user) })),
  }
}

/** As RabbitMQ stores it: four bytes of salt, then the SHA-256 of salt and password (its "Passwords" page). */
function hashPassword(password: string): string {
  const salt = randomBytes(4)
  return Buffer.concat([salt, createHash('sha256').update(salt).update(password).digest()]).toString('base64')
}
