import { maxWaitSeconds } from '@pagebell/messages/pages-submitted'
import { Type } from '@pagebell/schema/type'
import { named, onlyThese } from '../http/schemas.ts'

export const deployWait = named(
  'DeployWait',
  Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 2_048, description: 'On the host of the project.' }),
      contains: Type.String({ minLength: 1, maxLength: 200, description: 'The text, compared as it is.' }),
      for_seconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: maxWaitSeconds,
          default: maxWaitSeconds,
          description: 'From not_before or the request on.',
        }),
      ),
    },
    {
      ...onlyThese,
      description:
        'Look at the pages once the first 64 KB of a page have a text, such as the commit of a deploy. It is requested every 10 seconds. The request has pre-flight.',
      examples: [{ url: 'https://example.com/version.txt', contains: '3f2a91', for_seconds: 900 }],
    },
  ),
)
