/** One part: a serialized HTTP request. */
export type Part = { contentId: string; method: string; path: string; contentType: string; body: string }

/**
 * The parts of a multipart/mixed body of application/http requests (RFC 2046, 5.1;
 * developers.google.com/workspace/guides/batch); returns an error message if it is invalid.
 */
export function readMultipart(contentType: string, body: string): Part[] | string {
  const boundary = /^multipart\/mixed\s*;.*\bboundary="?([^";]+)"?/i.exec(contentType)?.[1]
  if (boundary === undefined) return 'Content-Type has to be multipart/mixed with a boundary.'
  const text = `\r\n${body}`
  const end = text.indexOf(`\r\n--${boundary}--`)
  if (end < 0) return 'The closing boundary is missing.'
  const [, ...sections] = text.slice(0, end).split(`\r\n--${boundary}\r\n`)
  const parts: Part[] = []
  for (const section of sections) {
    const part = readPart(section)
    if (typeof part === 'string') return part
    if (parts.some(({ contentId }) => contentId === part.contentId)) return `Content-ID ${part.contentId} comes twice.`
    parts.push(part)
  }
  return parts
}

function readPart(section: string): Part | string {
  const outer = readHeaders(section)
  if (outer === undefined) return 'A part has no empty line after its headers.'
  if (!/^application\/http\b/i.test(outer.headers.get('content-type') ?? '')) return 'A part is not application/http.'
  const contentId = outer.headers.get('content-id')
  if (contentId === undefined) return 'A part has no Content-ID.'
  const lineEnd = outer.rest.indexOf('\r\n')
  const [, method, path] = /^([A-Z]+) (\S+)( HTTP\/1\.1)?$/.exec(outer.rest.slice(0, lineEnd)) ?? []
  if (method === undefined || path === undefined) return 'A part has no request line.'
  const inner = readHeaders(outer.rest.slice(lineEnd + 2))
  if (inner === undefined) return 'A request in a part has no empty line after its headers.'
  return { contentId, method, path, contentType: inner.headers.get('content-type') ?? '', body: inner.rest }
}

function readHeaders(text: string): { headers: Map<string, string>; rest: string } | undefined {
  const end = text.startsWith('\r\n') ? 0 : text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const headers = new Map<string, string>()
  for (const line of text.slice(0, end).split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, rest: text.slice(end === 0 ? 2 : end + 4) }
}
