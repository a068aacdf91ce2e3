import { fault } from '@pagebell/faults/fault'
import type { HttpServer } from '@pagebell/http/http-server'
import { maxCursorLength } from '@pagebell/lists/cursor'
import { Type } from '@pagebell/schema/type'

/** The query fields that select a part of a list, as in the API. */
export const pagingFields = {
  per_page: Type.Integer({ enum: [10, 25, 50, 100], default: 25 }),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  cursor: Type.Optional(Type.String({ maxLength: maxCursorLength })),
}

/** The start of a list: the cursor if present, else a page. */
export function listStart({ page, cursor }: { page?: number; cursor?: string }): { page: number } | { cursor: string } {
  return cursor === undefined ? { page: page ?? 1 } : { cursor }
}

/** In this scope empty query fields count as absent: a browser sends every field of a filter form. */
export function dropEmptyQueryFields(app: HttpServer): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const query = request.query as Record<string, unknown>
    for (const [name, value] of Object.entries(query)) if (value === '') delete query[name]
    done()
  })
}

/** The value of a browser's date field, read as UTC, or an RFC 3339 time. Throws fault invalid on `field`. */
export function utcTime(field: string, value: string): string {
  const time = readTime(value)
  if (time !== undefined) return time
  throw fault('invalid', `"${field}" is not a time.`, { errors: { [field]: ['is not a time'] } })
}

/**
 * What a browser's date field shows for a time that `utcTime` reads, in UTC, until panel.js puts it into the viewer's
 * zone. Browsers discard a value with a zone, such as that of a time from panel.js. Undefined for text that is no time.
 */
export const dateFieldValue = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : readTime(value)?.slice(0, 19)

function readTime(value: string): string | undefined {
  const time = Date.parse(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value) ? `${value}Z` : value)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** The return path in a field; / for anything that would lead to another site. */
export function localPath(next: string | undefined): string {
  if (next === undefined || !/^\/(?![/\\])/.test(next)) return '/'
  const url = URL.parse(next, 'http://here.invalid')
  // Without its dot segments, "/..//evil.example" is "//evil.example": another host for the browser.
  const isLocal = url?.origin === 'http://here.invalid' && !url.pathname.startsWith('//')
  return isLocal ? url.pathname + url.search : '/'
}
