import { brokerVariables } from '@pagebell/broker/broker-variables'
import { databaseVariables } from '@pagebell/postgres/database-variables'
import { redisVariables } from '@pagebell/redis/redis-variables'
import { peerVariables } from '@pagebell/rpc/credentials'
import { processVariables, settingsKey } from '@pagebell/runtime/process-variables'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the intake service. */
export const config = Type.Object({
  ...databaseVariables,
  ...redisVariables,
  DEDUPE_REDIS_URL: Type.String({
    description:
      'Redis for dedupe entries and request counts, which may be dropped when it is full; REDIS_URL if empty',
    default: '',
  }),
  ...brokerVariables,
  ...peerVariables,
  ...settingsKey('the secrets of sources'),
  ...processVariables,
  INTAKE_PORT: port(8_081, 'the webhook, HTTP'),
  INTAKE_AT_EDGE: Type.Optional(
    Type.Boolean({ description: 'true where clients come past the gateway: they do not decide what tracing records' }),
  ),
  INTAKE_TRUST_PROXY: withRisk(
    'proxies',
    Type.String({
      description: 'CIDRs of the gateways in front, comma-separated, whose X-Forwarded-For is trusted',
      default: '127.0.0.1/32,::1/128',
    }),
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
  WAITING_URLS_PER_PROJECT: Type.Integer({
    description: 'URLs of a project that may wait for the quota of their account, each counted once for each channel',
    default: 10_000,
    minimum: 1,
  }),
  BATCH_RETENTION_DAYS: Type.Integer({
    description: 'a batch can be read for so long after it was submitted',
    default: 90,
    minimum: 1,
    maximum: 3_650,
  }),
})

export type Config = Static<typeof config>
