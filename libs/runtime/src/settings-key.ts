import { Type } from '@pagebell/schema/type'
import { withRisk } from './production-risks.ts'

/** The variable SETTINGS_KEY of a service; `sealed` is what it encrypts under the key. */
export const settingsKey = (sealed: string) => ({
  SETTINGS_KEY: withRisk(
    'sealing-key',
    Type.String({
      minLength: 22,
      description: `seals ${sealed}; two while one takes the place of the other, the newest first, separated by a comma`,
    }),
  ),
})
