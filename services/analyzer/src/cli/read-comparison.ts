import type { ReceivedPage } from '../analyses/explain-content.ts'

type Comparison = { before: ReceivedPage; after: ReceivedPage }

/** Stands for the address of a row that names none: relative links still resolve. */
const unnamed = 'https://example.invalid/'

/**
 * Parses a line `{ before: { url, status, headers, html }, after: { … } }`, in which each of the four fields may be
 * absent or null; a page without an address has that of the other. Throws a SyntaxError that names the faulty field.
 */
export function readComparison(line: string): Comparison {
  const row: unknown = JSON.parse(line)
  const [before, after] = [fieldOf(row, 'before'), fieldOf(row, 'after')]
  if (!isObject(before) || !isObject(after)) throw new SyntaxError('A line has the objects "before" and "after".')
  const [urlBefore, urlAfter] = [before['url'] ?? after['url'], after['url'] ?? before['url']]
  return { before: readPage('before', before, urlBefore), after: readPage('after', after, urlAfter) }
}

function readPage(name: string, page: Record<string, unknown>, address: unknown): ReceivedPage {
  const { status, html } = page
  const url = URL.parse(typeof address === 'string' ? address : unnamed)
  if (url === null || !(address == null || typeof address === 'string')) {
    throw new SyntaxError(`"${name}.url" is no absolute URL.`)
  }
  if (status != null && !(Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 999)) {
    throw new SyntaxError(`"${name}.status" is no HTTP status.`)
  }
  if (html != null && typeof html !== 'string') throw new SyntaxError(`"${name}.html" is no text.`)
  return {
    url: url.href,
    status: status == null ? 200 : Number(status),
    headers: readHeaders(name, page['headers']),
    body: Buffer.from(html ?? ''),
    // A recorded body is text, whatever encoding the page declares.
    charset: { bom: 'utf-8', header: null, meta: null },
  }
}

/** Pairs, or an object whose values are texts, numbers or, for a repeated header, lists of them; null stands for none. */
function readHeaders(name: string, headers: unknown): [string, string][] {
  if (headers == null) return []
  const entries: unknown[] = Array.isArray(headers) ? headers : isObject(headers) ? Object.entries(headers) : [null]
  return entries.flatMap((entry) => {
    const [header, value, ...others] = Array.isArray(entry) ? (entry as unknown[]) : []
    const isPair = typeof header === 'string' && value !== undefined && others.length === 0
    const values = (Array.isArray(value) ? (value as unknown[]) : [value]).filter((text) => text !== null)
    if (!isPair || !values.every((text) => typeof text === 'string' || typeof text === 'number')) {
      throw new SyntaxError(`"${name}.headers" are neither pairs nor an object of texts.`)
    }
    return values.map((text): [string, string] => [header, String(text)])
  })
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
