import type { Hook__Output as Hook } from '@pagebell/protos/intake/v1/Hook'
import { type Static, Type } from '@pagebell/schema/type'
import { orNull, textOrNull, time, timeOrNull } from './json-types.ts'
import { named } from './openapi/named-schema.ts'

type Previous = { last_four: string; accepted_until: string | null; last_used_at: string | null }

export const hookJson = named(
  'Hook',
  Type.Object(
    {
      enabled: Type.Boolean(),
      last_four: Type.String({ description: 'The end of the token, to recognise it by.' }),
      created_at: time('When the token was made.'),
      last_used_at: timeOrNull('When it was last used.'),
      accepted_7d: Type.Integer({ description: 'URLs accepted in the last seven days.' }),
      previous: orNull<Previous>(
        Type.Object({ last_four: Type.String(), accepted_until: textOrNull(), last_used_at: textOrNull() }),
        { description: 'The token before this one, while it is still accepted.' },
      ),
    },
    { description: 'The webhook of a project, without its token.' },
  ),
)

export const newHookJson = named(
  'NewHook',
  Type.Object(
    {
      ...hookJson.properties,
      url: Type.String({ description: 'Post the changed URLs here. Shown this once.' }),
      token: Type.String({ description: 'The secret in it. Shown this once.' }),
    },
    { description: 'The webhook of a project with its new token, shown once.' },
  ),
)

export function toHookJson(hook: Hook): Static<typeof hookJson> {
  return {
    enabled: hook.enabled,
    last_four: hook.last_four,
    created_at: hook.created_at,
    last_used_at: hook.last_used_at ?? null,
    accepted_7d: hook.accepted_7d,
    previous: previousOf(hook),
  }
}

function previousOf({ previous_last_four, previous_accepted_until, previous_last_used_at }: Hook): Previous | null {
  if (previous_last_four === undefined) return null
  return {
    last_four: previous_last_four,
    accepted_until: previous_accepted_until ?? null,
    last_used_at: previous_last_used_at ?? null,
  }
}
