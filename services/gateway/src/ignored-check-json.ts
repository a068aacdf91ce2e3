import type { IgnoredCheck__Output as IgnoredCheck } from '@pagebell/protos/project/v1/IgnoredCheck'
import { type Static, Type } from '@pagebell/schema/type'
import { textOrNull, time, timeOrNull } from './json-types.ts'
import { named } from './openapi/named-schema.ts'

export const ignoredCheckJson = named(
  'IgnoredCheck',
  Type.Object(
    {
      check: Type.String({ description: 'Its id.', examples: ['meta_description'] }),
      url: textOrNull({ description: 'The one page on which it is ignored; null is every page of the project.' }),
      reason: Type.String(),
      expires_at: timeOrNull('Counted again from then on; null is never.'),
      created_at: time('When it was set.'),
    },
    { description: 'A check that a project leaves out of its scores.' },
  ),
)

export function toIgnoredCheckJson(ignored: IgnoredCheck): Static<typeof ignoredCheckJson> {
  const { check, url, reason, expires_at, created_at } = ignored
  return { check, url: url ?? null, reason, expires_at: expires_at ?? null, created_at }
}

/** Of a query or a body: on which page. */
export const ignoredOn = Type.Optional(
  Type.String({ minLength: 1, maxLength: 2_048, description: 'One page of the project; every page if left out.' }),
)
