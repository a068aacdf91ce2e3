import { Type } from 'typebox'
import type { ChannelDescription } from './channel-description.ts'

export const bingSettings = Type.Object(
  {
    api_key: Type.String({
      pattern: '^[A-Za-z0-9_-]{8,128}$',
      secret: true,
      description: 'The API key of Bing Webmaster Tools, for an account that has verified the site.',
    }),
  },
  { additionalProperties: false },
)

export const bing: ChannelDescription = {
  id: 'bing',
  title: 'Bing URL submission',
  settings: bingSettings,
  needsNothing: false,
}
