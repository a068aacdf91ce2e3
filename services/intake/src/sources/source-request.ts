/** Header names in lower case. */
export type SourceHeaders = ReadonlyMap<string, string>

/** A request as it was received. Some senders sign the method and the path. */
export type SourceRequest = { headers: SourceHeaders; body: Buffer; method?: string; path?: string }

/** The headers of a request; a repeated one is joined by commas, as HTTP allows (RFC 9110 5.3). */
export function sourceHeaders(entries: Iterable<readonly [name: string, value: string]>): SourceHeaders {
  const headers = new Map<string, string>()
  for (const [name, value] of entries) {
    const key = name.toLowerCase()
    const before = headers.get(key)
    headers.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}
