import { Type } from '@pagebell/schema/type'
import { defineMessage, time, uuid } from './define-message.ts'
import { type AnnouncedState, announcedStates } from './pages-checked.ts'
import { urlsPerMessage } from './urls-submitted.ts'

const announced = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 8_192 }),
    state: Type.Optional(
      Type.Unsafe<AnnouncedState>({
        type: 'string',
        enum: [...announcedStates],
        description: 'as pages.checked had it; absent for a URL that was sent unchecked',
      }),
    ),
    content: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
    target: Type.Optional(Type.String({ maxLength: 8_192 })),
  },
  { additionalProperties: false },
)

export const urlsAnnounced = defineMessage({
  name: 'urls.announced',
  version: 1,
  description:
    'An engine has taken URLs that were submitted with pre-flight. Only this moves what a page is compared with.',
  producer: 'notifier',
  consumers: ['pages'],
  broadcastTo: [],
  schema: Type.Object(
    {
      batch_id: uuid(),
      account_id: uuid(),
      project_id: uuid(),
      channel: Type.String({ minLength: 1, maxLength: 32 }),
      action: Type.Union([Type.Literal('update'), Type.Literal('delete')]),
      submitted_at: time(),
      announced_at: time(),
      urls: Type.Array(announced, { minItems: 1, maxItems: urlsPerMessage }),
    },
    { additionalProperties: false },
  ),
})
