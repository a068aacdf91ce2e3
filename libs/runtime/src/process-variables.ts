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

/** The variable of a service that stores secrets; `sealed` is what it encrypts under the key. */
export const settingsKey = (sealed: string) => ({
  SETTINGS_KEY: withRisk(
    'sealing-key',
    Type.String({
      minLength: 22,
      description: `seals ${sealed}; two while one takes the place of the other, the newest first, separated by a comma`,
    }),
  ),
})
