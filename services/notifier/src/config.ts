import { rpcCallersVariable } from '@pagebell/rpc/credentials'
import { port } from '@pagebell/runtime/read-config'
import { Type } from '@pagebell/schema/type'

/** The environment of the notifier service. */
export const config = Type.Object({
  DATABASE_URL: Type.String({ description: "the service's own database, under its own role", minLength: 1 }),
  DATABASE_REPLICA_URL: Type.String({
    description: 'a replica of it, for lists that may lag; none if empty',
    default: '',
  }),
  AMQP_URL: Type.String({
    description: 'RabbitMQ; comma-separated for a cluster',
    default: 'amqp://guest:guest@127.0.0.1:5672',
  }),
  AMQP_PREFIX: Type.String({ description: 'stands before the names of exchanges and queues', default: '' }),
  INTERNAL_TOKEN: Type.String({ description: 'the secret that it shows whom it calls', minLength: 1 }),
  RPC_CALLERS: rpcCallersVariable(),
  SETTINGS_KEY: Type.String({
    minLength: 22,
    description:
      'seals the secrets of event endpoints; two while one takes the place of the other, the newest first, separated by a comma',
  }),
  LOG_LEVEL: Type.String({ description: 'trace, debug, info, warn, error or silent', default: 'info' }),
  HOST: Type.String({ description: 'the address to listen on', default: '127.0.0.1' }),
  NOTIFIER_RPC_PORT: port(50_054, 'gRPC'),
  NOTIFIER_HEALTH_PORT: port(9_106, '/livez and /readyz'),
  PROJECT_RPC: Type.String({ description: 'host:port of the project service', default: '127.0.0.1:50051' }),
  PUBLIC_URL: Type.String({
    description: 'named in the User-Agent of key checks, and begins the links in events',
    default: 'http://127.0.0.1:8080',
  }),
  INDEXNOW_ENDPOINT: Type.String({
    description: 'the IndexNow engine; it passes on to all others',
    default: 'https://api.indexnow.org/indexnow',
  }),
  GOOGLE_INDEXING_ENDPOINT: Type.String({
    description: 'the Google Indexing API; another one takes tokens of its own at /token',
    default: 'https://indexing.googleapis.com',
  }),
  BING_ENDPOINT: Type.String({ description: 'the Bing Webmaster API', default: 'https://ssl.bing.com' }),
  ENGINE_REQUESTS_PER_SECOND: Type.Number({
    description: 'requests to one engine, by all copies together',
    default: 50,
    exclusiveMinimum: 0,
  }),
  ENGINE_LANES: Type.Integer({ description: 'requests to one engine at once, by each copy', default: 4, minimum: 1 }),
  BATCH_RETENTION_DAYS: Type.Integer({
    description: 'days for which deliveries that have ended, and attempts, are kept',
    default: 90,
    minimum: 1,
  }),
  FETCH_ALLOW: Type.String({
    description: 'CIDRs that key checks and events may reach although they are private',
    default: '',
  }),
  DNS_SERVERS: Type.String({
    description: 'host:port of DNS servers for key checks and events; comma-separated',
    default: '',
  }),
})
