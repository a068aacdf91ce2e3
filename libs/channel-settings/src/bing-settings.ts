import { Type } from '@pagebell/schema/type'
import { describeChannel } from './channel-description.ts'

export const bingSettings = Type.Object(
  {
    api_key: Type.String({
      pattern: '^[A-Za-z0-9_-]{8,128}$',
      secret: true,
      title: 'API key',
      description: 'The API key of Bing Webmaster Tools, for an account that has verified the site.',
    }),
  },
  { additionalProperties: false },
)

export const bing = describeChannel({
  id: 'bing',
  title: 'Bing URL submission',
  position: 3,
  endpoint: {
    variable: 'BING_ENDPOINT',
    description: 'the Bing Webmaster API',
    default: 'https://ssl.bing.com',
  },
  advice:
    'Add the site in Bing Webmaster Tools and verify it. The key is made there under Settings, API access. Bing says how many URLs a day the site may send; what is over waits for the next day.',
  moreAt: 'https://learn.microsoft.com/en-us/bingwebmaster/getting-access',
  settings: bingSettings,
  needsNothing: false,
})
