import { rpcCallersVariable } from '@pagebell/rpc/credentials'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the report service. */
export const config = Type.Object({
  DATABASE_URL: withRisk(
    'database',
    Type.String({ description: "the service's own database, under its own role", minLength: 1 }),
  ),
  DATABASE_REPLICA_URL: Type.String({
    description: 'a replica of it, for lists that may lag; none if empty',
    default: '',
  }),
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
    Type.String({ description: 'the secret of callers where RPC_CALLERS is not set', default: '' }),
  ),
  RPC_CALLERS: rpcCallersVariable(),
  LOG_LEVEL: withRisk(
    'log-level',
    Type.String({ description: 'trace, debug, info, warn, error or silent', default: 'info' }),
  ),
  HOST: withRisk('listen-address', Type.String({ description: 'the address to listen on', default: '127.0.0.1' })),
  REPORT_RPC_PORT: port(50_052, 'gRPC'),
  REPORT_HEALTH_PORT: port(9_103, '/livez and /readyz'),
  RUN_SILENT_SECONDS: Type.Number({
    description: 'a running analysis without a heartbeat for so long is stalled and is requested again',
    default: 120,
    exclusiveMinimum: 0,
  }),
  RUN_QUEUED_SECONDS: Type.Number({
    description:
      'an analysis that was released to the analyzers and not begun for so long is stalled and is released again',
    default: 900,
    exclusiveMinimum: 0,
  }),
  RUNS_PER_ACCOUNT: Type.Integer({
    description: 'analyses of one account that are under way at once; the others wait for their turn',
    default: 8,
    minimum: 1,
  }),
  RUNS_AHEAD: Type.Integer({
    description: 'analyses that are released to the analyzers and that none has begun; the others wait for their turn',
    default: 16,
    minimum: 1,
  }),
})

export type Config = Static<typeof config>
