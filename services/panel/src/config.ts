import { redisVariables } from '@pagebell/redis/redis-variables'
import { callingVariables } from '@pagebell/rpc/credentials'
import { processVariables } from '@pagebell/runtime/process-variables'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

const text = (value: string, description: string) => Type.String({ default: value, minLength: 1, description })

export const config = Type.Object({
  PANEL_PORT: port(8082, 'Port of the web panel.'),
  PANEL_HEALTH_PORT: port(9107, 'Port of /livez and /readyz.'),
  PUBLIC_URL: withRisk(
    'public-url',
    text('http://127.0.0.1:8080', 'Where the outside world reaches the gateway; every link begins with it.'),
  ),
  HOOKS_URL: withRisk(
    'public-url',
    Type.Optional(Type.String({ description: 'Where the outside world sends webhooks; PUBLIC_URL if absent.' })),
  ),
  PANEL_TRUST_PROXY: withRisk(
    'proxies',
    Type.String({
      default: '127.0.0.1/32,::1/128',
      description: 'CIDRs of the gateways in front, comma-separated, whose X-Forwarded-For is believed.',
    }),
  ),
  PROJECT_RPC: text('127.0.0.1:50051', 'host:port of the project service.'),
  REPORT_RPC: text('127.0.0.1:50052', 'host:port of the report service.'),
  INTAKE_RPC: text('127.0.0.1:50053', 'host:port of the intake service.'),
  NOTIFIER_RPC: text('127.0.0.1:50054', 'host:port of the notifier service.'),
  PAGES_RPC: text('127.0.0.1:50055', 'host:port of the pages service.'),
  ...callingVariables,
  ...redisVariables,
  PANEL_SESSION_DAYS: Type.Integer({
    default: 14,
    minimum: 1,
    maximum: 365,
    description: 'A session ends this many days after the sign-in.',
  }),
  PANEL_SESSION_IDLE_HOURS: Type.Integer({
    default: 24,
    minimum: 1,
    maximum: 8_760,
    description: 'A session ends after this many hours without a request.',
  }),
  ...processVariables,
})

export type Config = Static<typeof config>
