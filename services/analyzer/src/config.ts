import { brokerVariables } from '@pagebell/broker/broker-variables'
import { callingVariables } from '@pagebell/rpc/credentials'
import { processVariables } from '@pagebell/runtime/process-variables'
import { withRisk } from '@pagebell/runtime/production-risks'
import { port } from '@pagebell/runtime/read-config'
import { fetchVariables } from '@pagebell/safe-fetch/fetch-variables'
import { type Static, Type } from '@pagebell/schema/type'

/** The environment of the analyzer service. */
export const config = Type.Object({
  ...brokerVariables,
  ...processVariables,
  ...callingVariables,
  ANALYZER_HEALTH_PORT: port(9_104, '/livez and /readyz'),
  ANALYSES_AT_ONCE: Type.Integer({
    description: 'pages one process works on at once; most of the time they wait for a site',
    default: 32,
    minimum: 1,
  }),
  REPORT_RPC: Type.String({ description: 'host:port of the report service', default: '127.0.0.1:50052' }),
  SITE_RUNS_AT_ONCE: Type.Integer({
    description: 'crawls of whole sites one process works on at once, each in a process of up to 300 MB; 0 for none',
    default: 2,
    minimum: 0,
  }),
  PUBLIC_URL: withRisk(
    'public-url',
    Type.String({ description: 'named in the User-Agent', default: 'http://127.0.0.1:8080' }),
  ),
  ...fetchVariables,
})

export type Config = Static<typeof config>

/** The items of a comma-separated variable. */
export function splitList(text: string): string[] {
  return text.split(',').flatMap((item) => item.trim() || [])
}
