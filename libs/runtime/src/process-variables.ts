import { Type } from '@pagebell/schema/type'
import { withRisk } from './production-risks.ts'

/** The variables of every service. */
export const processVariables = {
  LOG_LEVEL: withRisk(
    'log-level',
    Type.String({ description: 'trace, debug, info, warn, error or silent', default: 'info' }),
  ),
  HOST: withRisk('listen-address', Type.String({ description: 'the address to listen on', default: '127.0.0.1' })),
}
