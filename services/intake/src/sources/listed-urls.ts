import { actionOfEvent } from './event-words.ts'
import { fieldAt, isObject } from './json-field.ts'
import type { Json } from './parse-json.ts'
import { type Action, type Reading, unmapped } from './source.ts'

const badAction = 'an action that is neither update nor delete'

/**
 * Bodies that name the URLs themselves: `{"urls":[…]}`, `{"url":"…"}` or a list, with `action` for all or for each.
 * Undefined if there are no URLs in it.
 */
export function readListedUrls(body: Json, action: Action = 'update'): Reading | undefined {
  const urls = listOf(body)
  if (urls === undefined) return undefined
  const forAll = actionOf(isObject(body) ? body['action'] : undefined, action)
  if (forAll === undefined) return unmapped(['action'], badAction)
  const listed = urls.map((entry) => ({
    url: isObject(entry) ? (entry['url'] ?? entry['loc'] ?? null) : entry,
    action: actionOf(isObject(entry) ? entry['action'] : undefined, forAll),
  }))
  const known = listed.flatMap(({ url, action: one }) => (one === undefined ? [] : [{ url, action: one }]))
  return known.length < listed.length ? unmapped(['action'], badAction) : { type: 'urls', urls: known }
}

/** Whether a body is, or has, a list of URLs, and not only a field `url`, which may be anything. */
export const hasUrlList = (body: Json): boolean => Array.isArray(body) || Array.isArray(fieldAt(body, 'urls'))

function listOf(body: Json): Json[] | undefined {
  if (Array.isArray(body)) return body
  const [urls, list, url] = ['urls', 'urls[]', 'url'].map((name) => fieldAt(isObject(body) ? body : null, `/${name}`))
  const found = urls ?? list ?? url
  if (found === undefined || found === null) return undefined
  if (Array.isArray(found)) return found
  return typeof found === 'string' ? linesOf(found) : [found]
}

/** One URL a line; empty lines and comments are left out. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

function actionOf(value: Json | undefined, otherwise: Action): Action | undefined {
  if (value === undefined || value === null || value === '') return otherwise
  if (typeof value !== 'string') return undefined
  const word = value.toLowerCase()
  if (word === 'update' || word === 'updated') return 'update'
  return actionOfEvent(word) === 'delete' ? 'delete' : undefined
}
