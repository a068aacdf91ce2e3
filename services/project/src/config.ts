import { rpcCallersVariable } from '@pagebell/rpc/credentials'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the project service. */
export const config = Type.Object({
  DATABASE_URL: withRisk(
    'database',
    Type.String({
      default: 'postgres://pagebell_project:pagebell@127.0.0.1:5432/pagebell_project',
      description: 'the database of accounts and projects, under the service’s own role',
    }),
  ),
  AMQP_URL: withRisk(
    'server',
    Type.String({
      default: 'amqp://guest:guest@127.0.0.1:5672',
      description: 'RabbitMQ; several nodes are separated by commas',
    }),
  ),
  AMQP_PREFIX: Type.String({ default: '', description: 'put before the name of every exchange and queue' }),
  INTERNAL_TOKEN: withRisk(
    'shared-secret',
    Type.String({ description: 'the secret of callers where RPC_CALLERS is not set', default: '' }),
  ),
  RPC_CALLERS: rpcCallersVariable(),
  SETTINGS_KEY: withRisk(
    'sealing-key',
    Type.String({
      minLength: 22,
      description:
        'seals what channels need, such as keys of engines; two while one takes the place of the other, the newest first, separated by a comma',
    }),
  ),
  HOST: withRisk('listen-address', Type.String({ default: '127.0.0.1', description: 'the address to listen on' })),
  PROJECT_RPC_PORT: port(50_051, 'gRPC port of the project service'),
  PROJECT_HEALTH_PORT: port(9_102, 'health port of the project service'),
  LOG_LEVEL: withRisk('log-level', Type.String({ default: 'info', description: 'debug, info, warn or error' })),
})

export type Config = Static<typeof config>
