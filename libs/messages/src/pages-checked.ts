import { Type } from '@pagebell/schema/type'
import { defineMessage, time, uuid } from './define-message.ts'
import { urlsPerMessage } from './urls-submitted.ts'

/** What an engine knows of a page once it has accepted the URL. */
export const announcedStates = ['live', 'gone', 'moved', 'noindex'] as const
export type AnnouncedState = (typeof announcedStates)[number]

const announcement = Type.Object(
  {
    state: Type.Unsafe<AnnouncedState>({ type: 'string', enum: [...announcedStates] }),
    content: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$', description: 'the content hash of a live page' })),
    target: Type.Optional(Type.String({ maxLength: 8_192, description: 'where a page that has moved leads to' })),
  },
  { additionalProperties: false, description: 'what the engine learns of the page if it takes the URL' },
)

const checked = Type.Object(
  {
    status: Type.Optional(Type.Integer({ description: 'the HTTP status; absent if there was no answer' })),
    indexable: Type.Optional(Type.Boolean()),
    canonical: Type.Optional(
      Type.String({ maxLength: 8_192, description: 'the canonical address, if it is another one' }),
    ),
    changed: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 32 }), {
        maxItems: 32,
        description: 'the parts that differ from the version announced last; absent if there is none',
      }),
    ),
    at: time(),
  },
  { additionalProperties: false, description: 'what was found' },
)

const verdict = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 8_192 }),
    verdict: Type.Unsafe<'send' | 'skip' | 'hold' | 'not_checked'>({
      type: 'string',
      enum: ['send', 'skip', 'hold', 'not_checked'],
      description: 'hold: another message follows; not_checked: to be sent, since it could not be looked at',
    }),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    as: Type.Optional(
      Type.Unsafe<'update' | 'delete'>({
        type: 'string',
        enum: ['update', 'delete'],
        description: 'the action to send, if it is not that of the batch',
      }),
    ),
    until: Type.Optional(time()),
    checked: Type.Optional(checked),
    announces: Type.Optional(announcement),
  },
  { additionalProperties: false },
)

export const pagesChecked = defineMessage({
  name: 'pages.checked',
  version: 1,
  description: 'What is to become of URLs that were submitted with pre-flight, for one batch and channel.',
  producer: 'pages',
  consumers: ['notifier'],
  broadcastTo: [],
  schema: Type.Object(
    {
      batch_id: uuid(),
      account_id: uuid(),
      project_id: uuid(),
      channel: Type.String({ minLength: 1, maxLength: 32 }),
      verdicts: Type.Array(verdict, { minItems: 1, maxItems: urlsPerMessage }),
    },
    { additionalProperties: false },
  ),
})
