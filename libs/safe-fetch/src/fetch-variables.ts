import { withRisk } from '@pagebell/runtime/production-risks'
import { Type } from '@pagebell/schema/type'

/** The variables of a service that fetches from the web. */
export const fetchVariables = {
  FETCH_ALLOW: withRisk(
    'fetch-allowlist',
    Type.String({ description: 'CIDRs of private addresses that may be reached, comma-separated', default: '' }),
  ),
  DNS_SERVERS: Type.String({ description: 'host:port of DNS servers, comma-separated; else the system', default: '' }),
}
