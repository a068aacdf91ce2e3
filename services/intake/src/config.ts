import { rpcCallersVariable } from '@pagebell/rpc/credentials'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the intake service. */
export const config = Type.Object({
  DATABASE_URL: withRisk(
    'database',
    Type.String({ description: "the service's own database, under its own role", minLength: 1 }),
  ),
  REDIS_URL: withRisk(
    'server',
    Type.String({ description: 'Redis; comma-separated for a cluster', default: 'redis://127.0.0.1:6379' }),
  ),
  DEDUPE_REDIS_URL: Type.String({
    description:
      'Redis for dedupe entries and request counts, which may be dropped when it is full; REDIS_URL if empty',
    default: '',
  }),
  REDIS_PREFIX: Type.String({ description: 'stands before every key', default: '' }),
  AMQP_URL: withRisk(
    'server',
    Type.String({
      description: 'RabbitMQ; comma-separated for a cluster',
      default: 'amqp://guest:guest@127.0.0.1:5672',
    }),
  ),
  AMQP_PREFIX: Type.String({ description: 'stands before the names of exchanges and queues', default: '' }),
  INTERNAL_TOKEN: withRisk(
    'shared-secret',
    Type.String({ description: 'the secret that it shows whom it calls', minLength: 1 }),
  ),
  RPC_CALLERS: rpcCallersVariable(),
  LOG_LEVEL: withRisk(
    'log-level',
    Type.String({ description: 'trace, debug, info, warn, error or silent', default: 'info' }),
  ),
  HOST: withRisk('listen-address', Type.String({ description: 'the address to listen on', default: '127.0.0.1' })),
  INTAKE_PORT: port(8_081, 'the webhook, HTTP'),
  INTAKE_AT_EDGE: Type.Optional(
    Type.Boolean({ description: 'true where clients come past the gateway: they do not decide what tracing records' }),
  ),
  INTAKE_RPC_PORT: port(50_053, 'gRPC'),
  INTAKE_HEALTH_PORT: port(9_105, '/livez and /readyz'),
  NOTIFIER_RPC: Type.String({ description: "host:port of the notifier's gRPC", default: '127.0.0.1:50054' }),
  DEDUPE_WINDOW_SECONDS: Type.Number({
    description: 'a URL that was charged less than so long ago is a duplicate',
    default: 600,
    exclusiveMinimum: 0,
  }),
  HOOK_REQUESTS_PER_MINUTE: Type.Integer({
    description:
      'requests that one token may make, whatever the plan of its account allows, counted over ten seconds; a guard against runaway clients',
    default: 600_000,
    minimum: 6,
  }),
  BATCH_RETENTION_DAYS: Type.Integer({
    description: 'a batch can be read for so long after it was submitted',
    default: 90,
    minimum: 1,
    maximum: 3_650,
  }),
})

export type Config = Static<typeof config>
