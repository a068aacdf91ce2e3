import { type FaultKind, faultTable } from '@pagebell/faults/fault'
import { invalidField } from '@pagebell/faults/invalid-field'
import { type TSchema, Type } from '@pagebell/schema/type'
import { named } from './schemas.ts'

export const problem = named(
  'Problem',
  Type.Object(
    {
      type: Type.String({ description: 'A link to the reference of the code.' }),
      title: Type.String({ description: 'The status in words.' }),
      status: Type.Integer(),
      detail: Type.String({ description: 'What went wrong this time, for people.' }),
      code: Type.String({ description: 'What went wrong, for programs.' }),
      message: Type.String({ description: 'The same as detail.' }),
      errors: Type.Optional(
        Type.Unsafe<Record<string, string[]>>({
          type: 'object',
          additionalProperties: { type: 'array', items: { type: 'string' } },
          description: 'What is wrong, by field.',
        }),
      ),
      request_id: Type.String({ description: 'X-Request-Id of this call, to look it up in the log.' }),
    },
    { description: 'What went wrong (RFC 9457). Some problems have more members, such as limit and resets_at.' },
  ),
)

/** The refusals that every operation of the API can answer. */
const always = ['unauthenticated', 'not_acceptable', 'invalid', 'rate_limited', 'internal', 'unavailable'] as const

const refusals: Partial<Record<FaultKind, string>> = {
  malformed: 'The body is not what its content type says.',
  unauthenticated: 'The API key is missing, unknown, revoked or expired.',
  forbidden: 'The key lacks the scope.',
  not_found: "There is none, or it is another account's.",
  not_acceptable: 'This API answers JSON.',
  conflict: 'It is in the way of what is already there.',
  too_large: 'The body is larger than 1 MiB.',
  unsupported_media_type: 'Send a form or JSON.',
  invalid: 'A parameter is unknown or has a wrong value; errors names it and what is allowed.',
  rate_limited: 'The account has called too often this minute, or has reached another limit of time; see Retry-After.',
  internal: 'Our fault; it has been logged under the request_id.',
  unavailable: 'A dependency is down; see Retry-After.',
}

/** The problem answers of one operation, for its OpenAPI description. */
export function problems(...kinds: FaultKind[]): Record<number, object> {
  const answer = (kind: FaultKind) => ({
    description: refusals[kind] ?? faultTable[kind].title,
    content: { 'application/problem+json': { schema: problem } },
  })
  return Object.fromEntries([...kinds, ...always].map((kind) => [faultTable[kind].http, answer(kind)]))
}

/** The refusals of an operation that reads a body, besides. */
export const bodyProblems: FaultKind[] = ['malformed', 'too_large', 'unsupported_media_type']

/** An answer with one object, or a short list of them. Its description is by default that of the object. */
export const one = <Item extends TSchema>(data: Item, status: 200 | 201 = 200, description = descriptionOf(data)) =>
  Type.Object({ data, status: Type.Literal(status) }, { description })

/** The description of a schema; of a list without one, that of its items. */
export function descriptionOf(schema: TSchema): string {
  const { description, items } = schema as { description?: string; items?: TSchema }
  if (description !== undefined) return description
  return items === undefined ? 'Done.' : `A list. ${descriptionOf(items)}`
}

type DeletedObject =
  | 'report'
  | 'schedule'
  | 'site_report'
  | 'project'
  | 'hook'
  | 'ignored_check'
  | 'channel'
  | 'endpoint'
  | 'event_endpoint'
  | 'source'
  | 'lastmod_sitemap'
  | 'watch'
  | 'changing_block'

export const deleted = (object: DeletedObject) =>
  Type.Object(
    {
      id: Type.String(),
      object: Type.Literal(object),
      deleted: Type.Literal(true),
      status: Type.Literal(200),
    },
    { description: 'It is deleted.' },
  )

/** What an operation that is declared by `deleted` answers. */
export const deletedAnswer = <ObjectName extends DeletedObject>(object: ObjectName, id: string) => ({
  id,
  object,
  deleted: true as const,
  status: 200 as const,
})

/** A body that may come as JSON or as a form. */
export const formOrJson = ['application/json', 'application/x-www-form-urlencoded']

/** The parameters of a path, by their names in it. */
export const pathParams = <Name extends string>(...names: Name[]) =>
  Type.Unsafe<Record<Name, string>>({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 1, maxLength: 300 }])),
    required: names,
  })

/** Throws fault `invalid` on one field of the request. */
export function refuse(field: string, text: string): never {
  throw invalidField(field, text)
}
