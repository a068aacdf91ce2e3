import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the analyzer service. */
export const config = Type.Object({
  AMQP_URL: withRisk(
    'server',
    Type.String({
      description: 'RabbitMQ; comma-separated for a cluster',
      default: 'amqp://guest:guest@127.0.0.1:5672',
    }),
  ),
  AMQP_PREFIX: Type.String({ description: 'stands before the names of exchanges and queues', default: '' }),
  LOG_LEVEL: withRisk(
    'log-level',
    Type.String({ description: 'trace, debug, info, warn, error or silent', default: 'info' }),
  ),
  HOST: withRisk('listen-address', Type.String({ description: 'the address to listen on', default: '127.0.0.1' })),
  ANALYZER_HEALTH_PORT: port(9_104, '/livez and /readyz'),
  ANALYSES_AT_ONCE: Type.Integer({
    description: 'pages one process works on at once; most of the time they wait for a site',
    default: 32,
    minimum: 1,
  }),
  PUBLIC_URL: withRisk(
    'public-url',
    Type.String({ description: 'named in the User-Agent', default: 'http://127.0.0.1:8080' }),
  ),
  FETCH_ALLOW: withRisk(
    'fetch-allowlist',
    Type.String({
      description: 'CIDRs, comma-separated, that may be reached although they are private, on any port',
      default: '',
    }),
  ),
  DNS_SERVERS: Type.String({ description: 'host:port of DNS servers, comma-separated; else the system', default: '' }),
})

export type Config = Static<typeof config>

/** The items of a comma-separated variable. */
export function splitList(text: string): string[] {
  return text.split(',').flatMap((item) => item.trim() || [])
}
