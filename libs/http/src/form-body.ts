import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from './http-server.ts'
import { printable } from './printable.ts'

const fromForm = new WeakSet<object>()

/** Whether a body or query came as text fields, so that its numbers are still to be read by the schema. */
export const isText = (fields: unknown): boolean =>
  typeof fields === 'object' && fields !== null && fromForm.has(fields)

/** Parses `application/x-www-form-urlencoded` bodies by the WHATWG URL standard; refuses repeated fields. */
export function acceptForms(app: HttpServer): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const { fields, repeated } = textFields(body.toString())
    if (repeated.length === 0) done(null, fields)
    else done(givenTwice(repeated))
  })
  // A missing body counts as an empty one.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined && request.routeOptions.schema?.body !== undefined) request.body = {}
    done()
  })
}

/** The fields of urlencoded text, and the names of repeated ones. */
export function textFields(text: string): { fields: Record<string, string>; repeated: string[] } {
  // Without a prototype a field named __proto__ is a field like any other, and refused as unknown.
  const fields: Record<string, string> = Object.create(null)
  // Most requests have no query.
  if (text === '') return { fields, repeated: [] }
  const repeated = new Set<string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(fields, name)) repeated.add(name)
    fields[name] = value
  }
  fromForm.add(fields)
  return { fields, repeated: [...repeated] }
}

/** The limit of reported names, so that a hostile request does not cause a long response. */
const maxNamed = 10

export function givenTwice(names: string[]) {
  const named = names.slice(0, maxNamed).map(printable)
  const errors = Object.fromEntries(named.map((name) => [name, ['must be given once']]))
  return fault('invalid', `${named.join(', ')} must be given once.`, { errors })
}
