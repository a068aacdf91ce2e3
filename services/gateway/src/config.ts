import { brokerVariables } from '@pagebell/broker/broker-variables'
import { redisVariables } from '@pagebell/redis/redis-variables'
import { callingVariables } from '@pagebell/rpc/credentials'
import { processVariables } from '@pagebell/runtime/process-variables'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

const text = (value: string, description: string) => Type.String({ default: value, minLength: 1, description })

/** The environment of the gateway. */
export const config = Type.Object({
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
  PAGES_RPC: text('127.0.0.1:50055', 'host:port of the pages service.'),
  ...callingVariables,
  ...redisVariables,
  ...brokerVariables,
  ...processVariables,
})

export type Config = Static<typeof config>
