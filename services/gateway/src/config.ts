import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

const text = (value: string, description: string) => Type.String({ default: value, minLength: 1, description })

/** The environment of the gateway. */
export const config = Type.Object({
  HOST: withRisk('listen-address', text('127.0.0.1', 'Address that the public HTTP server listens on.')),
  GATEWAY_PORT: port(8080, 'Port of the public HTTP server.'),
  GATEWAY_HEALTH_PORT: port(9101, 'Port of /livez and /readyz.'),
  PUBLIC_URL: withRisk(
    'public-url',
    text('http://127.0.0.1:8080', 'Public address of the gateway; every link begins with it.'),
  ),
  HOOKS_URL: withRisk(
    'public-url',
    Type.Optional(Type.String({ description: 'Public address of the webhook; PUBLIC_URL if absent.' })),
  ),
  TRUST_PROXY: withRisk(
    'edge-proxies',
    Type.String({
      default: '',
      description: 'CIDRs of the proxies in front, comma-separated, whose X-Forwarded-For is trusted.',
    }),
  ),
  INTAKE_URL: text(
    'http://127.0.0.1:8081',
    'Address of intake, which gets /api/hooks/*; several copies are comma-separated.',
  ),
  PANEL_URL: text(
    'http://127.0.0.1:8082',
    'Address of the panel, which gets all that is neither API nor webhook; several copies are comma-separated.',
  ),
  PROJECT_RPC: text('127.0.0.1:50051', 'host:port of the project service.'),
  REPORT_RPC: text('127.0.0.1:50052', 'host:port of the report service.'),
  INTAKE_RPC: text('127.0.0.1:50053', 'host:port of the intake service.'),
  NOTIFIER_RPC: text('127.0.0.1:50054', 'host:port of the notifier service.'),
  INTERNAL_TOKEN: withRisk(
    'shared-secret',
    Type.String({
      minLength: 16,
      description: 'The secret by which services authenticate to each other.',
    }),
  ),
  REDIS_URL: withRisk(
    'server',
    text('redis://127.0.0.1:6379', 'Redis that counts API calls; several nodes of a cluster are comma-separated.'),
  ),
  REDIS_PREFIX: Type.String({ default: '', description: 'Put before every Redis key.' }),
  AMQP_URL: withRisk(
    'server',
    text('amqp://guest:guest@127.0.0.1:5672', 'RabbitMQ; several nodes are comma-separated.'),
  ),
  AMQP_PREFIX: Type.String({ default: '', description: 'Put before every exchange and queue.' }),
  LOG_LEVEL: withRisk('log-level', text('info', 'trace, debug, info, warn, error or silent.')),
})

export type Config = Static<typeof config>
